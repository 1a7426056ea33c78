import { Link } from '@tanstack/react-router'
import type { Occurrence } from '@wachta/client'
import { useI18n } from '../../app/i18n/language.tsx'
import { StatusMark } from '../../ui/status-mark.tsx'
import { type AlertText, alertMarks } from './alert-text.ts'
import { alertLength, getAlertState } from './timeline-entries.ts'

interface AlertRowProps {
  readonly alert: Occurrence
  readonly text: AlertText
  readonly now: Date
}

/** One alert in a list: its state, subject, start, and number of notifications. */
export function AlertRow({ alert, text, now }: AlertRowProps) {
  const { t, formats } = useI18n()
  const state = getAlertState(alert)
  const { start_time, end_time, acknowledged_by, is_flapping } = alert
  return (
    <li className="relative grid gap-x-5 gap-y-1 border-b border-line px-1 py-3 hover:bg-surface sm:grid-cols-[9.5rem_minmax(0,1fr)_auto]">
      <div>
        <StatusMark status={alertMarks[state]} word={t(`alert.state.${state}`)} />
      </div>
      <div className="min-w-0">
        <Link
          to="/events/$id"
          params={{ id: String(alert.id) }}
          className="font-medium text-ink no-underline after:absolute after:inset-0 hover:underline"
        >
          {text.subject}
        </Link>
        <p className="text-sm text-muted">
          {text.what}
          {text.rule && ` · ${text.rule.name}`}
          {is_flapping && ` · ${t('alert.flapping')}`}
          {state === 'acknowledged' && acknowledged_by && ` · ${t('alert.acknowledgedBy', { who: acknowledged_by })}`}
        </p>
      </div>
      <div className="text-sm sm:text-right">
        <p>
          {t(end_time === null ? 'alert.since' : 'alert.lasted', {
            since: formats.since(start_time, now),
            time: formats.duration(alertLength(alert, now)),
          })}
        </p>
        <Counts counts={alert.notification_counts} />
      </div>
    </li>
  )
}

function Counts({ counts }: { readonly counts: Occurrence['notification_counts'] }) {
  const { t } = useI18n()
  const parts = (['sent', 'pending', 'failed', 'suppressed'] as const).flatMap((name) =>
    counts[name] === 0 ? [] : [t(`alert.count.${name}`, { count: counts[name] })],
  )
  return <p className="text-muted">{parts.length > 0 ? parts.join(', ') : t('alert.count.none')}</p>
}
