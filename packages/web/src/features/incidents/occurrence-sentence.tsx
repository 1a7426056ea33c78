import { useQuery } from '@tanstack/react-query'
import type { OccurrenceDetails } from '@wachta/client'
import { useSpeech } from '../../app/i18n/language.tsx'
import { StatusMark, statusText } from '../../ui/status-mark.tsx'
import { useNow } from '../../ui/use-now.ts'
import { peopleOf } from '../alert-rules/steps.ts'
import { markOf, type Words } from './occurrence-words.ts'
import { stepsQuery } from './queries.ts'
import { lengthOf, stateOfOccurrence } from './thread-entries.ts'

const grounds = {
  current: 'border-failure-fill bg-failure-soft',
  taken: 'border-unknown-fill bg-unknown-soft',
  ended: 'border-line bg-surface',
} as const

interface OccurrenceSentenceProps {
  readonly occurrence: OccurrenceDetails
  readonly words: Words
}

/** How it stands in one sentence, and who hears of it next. */
export function OccurrenceSentence({ occurrence, words }: OccurrenceSentenceProps) {
  const { t, formats } = useSpeech()
  const now = useNow()
  const state = stateOfOccurrence(occurrence)
  const { start_time, end_time, acknowledged_at, acknowledged_by } = occurrence
  return (
    <section className={`mb-6 rounded-md border border-l-4 px-4 py-3 ${grounds[state]}`}>
      <p role="status" className={`flex items-baseline gap-2.5 text-lg font-medium ${statusText[markOf[state]]}`}>
        <span className="translate-y-0.5">
          <StatusMark status={markOf[state]} large />
        </span>
        {t(`event.sentence.${state}`, {
          what: words.what,
          since: formats.since(start_time, now),
          until: end_time === null ? '' : formats.since(end_time, now),
          time: formats.duration(lengthOf(occurrence, now)),
          who: acknowledged_by ?? '',
          at: acknowledged_at === null ? '' : formats.since(acknowledged_at, now),
        })}
      </p>
      {state !== 'ended' && <NextStep occurrence={occurrence} now={now} />}
    </section>
  )
}

/** Who is told next, and when; or that nobody is, until it ends. */
function NextStep({ occurrence, now }: { readonly occurrence: OccurrenceDetails; readonly now: Date }) {
  const { t, formats } = useSpeech()
  const next = occurrence.escalations
    .filter(({ status, next_time }) => status !== 'finished' && next_time)
    .toSorted((one, other) => Date.parse(one.next_time ?? '') - Date.parse(other.next_time ?? ''))[0]
  const { data: steps = [] } = useQuery(stepsQuery(next?.escalation_id ? [next.escalation_id] : []))
  if (!next?.next_time) {
    const isNobodys = occurrence.escalations.length + occurrence.notifications.length === 0
    return <p className="mt-1">{t(isNobodys ? 'event.nobody' : 'event.noNext')}</p>
  }
  const people = peopleOf(next.escalation_id ?? 0, steps)
  return (
    <p className="mt-1">
      {t('event.next', { step: next.name ?? '', time: formats.since(next.next_time, now), people: people.length })}
      {people.length > 0 && ` ${formats.list(people)}.`}
    </p>
  )
}
