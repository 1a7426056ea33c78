import { useQuery } from '@tanstack/react-query'
import type { Escalation, OccurrenceDetails } from '@wachta/client'
import { useSpeech } from '../../app/i18n/language.tsx'
import { peopleOf, stepNameOf } from '../alert-rules/steps.ts'
import { AnalysisEntry } from './analysis-entry.tsx'
import { correctionsQuery, judgedByQuery, stepsQuery } from './queries.ts'
import { type Entry, threadOf } from './thread-entries.ts'
import { ThreadItem } from './thread-entry.tsx'
import { ToldEntry } from './told-entry.tsx'

const nothing = { start: [], end: [] }

/** Everything about one occurrence in the order in which it happened, and what comes next. */
export function Thread({ occurrence }: { readonly occurrence: OccurrenceDetails }) {
  const { t } = useSpeech()
  const { data: judgedBy = nothing } = useQuery({
    ...judgedByQuery(occurrence),
    // A sensor is lost without any analysis: nobody looked.
    enabled: occurrence.sensor_id === null,
  })
  const { data: corrections = [] } = useQuery(correctionsQuery(occurrence))
  const { data: steps = [] } = useQuery(stepsQuery(stepIds(occurrence)))
  const entries = threadOf({ occurrence, judgedBy, corrections })
  return (
    <section aria-labelledby="thread">
      <h2 id="thread" className="mb-4 text-lg font-semibold">
        {t('thread.title')}
      </h2>
      <ol>
        {entries.map((entry, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two entries may be of one type and time, and keep their order
          <OneEntry key={`${entry.type} ${entry.at} ${place}`} entry={entry} occurrence={occurrence} steps={steps} />
        ))}
      </ol>
    </section>
  )
}

/** Of the steps that have come up so far, each once and in order, so that the same is asked for once. */
const stepIds = ({ escalations, notifications }: OccurrenceDetails): number[] =>
  [...new Set([...escalations, ...notifications].flatMap(({ escalation_id }) => escalation_id ?? []))].toSorted(
    (one, other) => one - other,
  )

interface OneEntryProps {
  readonly entry: Entry
  readonly occurrence: OccurrenceDetails
  readonly steps: readonly Escalation[]
}

function OneEntry({ entry, occurrence, steps }: OneEntryProps) {
  const { t, formats } = useSpeech()
  switch (entry.type) {
    case 'analysis':
      return <AnalysisEntry analysis={entry.analysis} />
    case 'started':
      return (
        <ThreadItem at={entry.at} status="failure" title={t('thread.started')}>
          <p className="text-sm text-muted">
            {t('thread.decided', { time: formats.exact(occurrence.decided_at) })}
            {occurrence.is_flapping && ` ${t('thread.flapping')}`}
          </p>
        </ThreadItem>
      )
    case 'held':
      return (
        <ThreadItem at={entry.at} status="paused" title={t('thread.held', { until: formats.clock(entry.until) })}>
          <p className="text-sm text-muted">{t('thread.heldWhy')}</p>
        </ThreadItem>
      )
    case 'told':
      return <ToldEntry at={entry.at} round={entry.round} name={stepNameOf(entry.round.step, occurrence, steps)} />
    case 'taken':
      return (
        <ThreadItem at={entry.at} status="slow" title={t('thread.taken', { who: entry.by })}>
          {entry.note && <p>{t('thread.note', { note: entry.note })}</p>}
        </ThreadItem>
      )
    case 'ended':
      return (
        <ThreadItem
          at={entry.at}
          status={entry.reason === 'recovered' ? 'ok' : 'paused'}
          title={t(`thread.ended.${endOf(entry.reason)}`)}
        />
      )
    case 'corrected':
      return (
        <ThreadItem at={entry.at} title={t(`thread.corrected.${entry.correction.status}`)}>
          <p className="text-sm text-muted">
            {formats.dateTime(entry.correction.start_time)} – {formats.dateTime(entry.correction.end_time)}
            {entry.correction.description && ` · ${entry.correction.description}`}
          </p>
        </ThreadItem>
      )
    case 'next':
      return (
        <ThreadItem
          at={entry.at}
          isToCome
          title={t(entry.isFirst ? 'thread.next' : 'thread.again', {
            step: stepNameOf(entry.step, occurrence, steps) ?? '',
          })}
        >
          <p className="text-sm text-muted">{formats.list(peopleOf(entry.step, steps))}</p>
        </ThreadItem>
      )
  }
}

const ends = ['recovered', 'paused', 'removed'] as const
const endOf = (reason: string | null) => ends.find((each) => each === reason) ?? 'removed'
