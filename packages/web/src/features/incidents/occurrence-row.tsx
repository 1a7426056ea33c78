import { Link } from '@tanstack/react-router'
import type { Occurrence } from '@wachta/client'
import { useSpeech } from '../../app/i18n/language.tsx'
import { StatusMark } from '../../ui/status-mark.tsx'
import { markOf, type Words } from './occurrence-words.ts'
import { lengthOf, stateOfOccurrence } from './thread-entries.ts'

interface OccurrenceRowProps {
  readonly occurrence: Occurrence
  readonly words: Words
  readonly now: Date
}

/** One occurrence in a list: how it stands, on what, since when, and how many were told. */
export function OccurrenceRow({ occurrence, words, now }: OccurrenceRowProps) {
  const { t, formats } = useSpeech()
  const state = stateOfOccurrence(occurrence)
  const { start_time, end_time, acknowledged_by, is_flapping } = occurrence
  return (
    <li className="relative grid gap-x-5 gap-y-1 border-b border-line px-1 py-3 hover:bg-surface sm:grid-cols-[9.5rem_minmax(0,1fr)_auto]">
      <div>
        <StatusMark status={markOf[state]} word={t(`event.state.${state}`)} />
      </div>
      <div className="min-w-0">
        <Link
          to="/events/$id"
          params={{ id: String(occurrence.id) }}
          className="font-medium text-ink no-underline after:absolute after:inset-0 hover:underline"
        >
          {words.subject}
        </Link>
        <p className="text-sm text-muted">
          {words.what}
          {words.rule && ` · ${words.rule.name}`}
          {is_flapping && ` · ${t('event.flapping')}`}
          {state === 'taken' && acknowledged_by && ` · ${t('event.takenBy', { who: acknowledged_by })}`}
        </p>
      </div>
      <div className="text-sm sm:text-right">
        <p>
          {t(end_time === null ? 'event.since' : 'event.lasted', {
            since: formats.since(start_time, now),
            time: formats.duration(lengthOf(occurrence, now)),
          })}
        </p>
        <Counts counts={occurrence.notification_counts} />
      </div>
    </li>
  )
}

function Counts({ counts }: { readonly counts: Occurrence['notification_counts'] }) {
  const { t } = useSpeech()
  const parts = (['sent', 'pending', 'failed', 'suppressed'] as const).flatMap((name) =>
    counts[name] === 0 ? [] : [t(`event.count.${name}`, { count: counts[name] })],
  )
  return <p className="text-muted">{parts.length > 0 ? parts.join(', ') : t('event.count.none')}</p>
}
