import { useQuery } from '@tanstack/react-query'
import type { OccurrenceDetails } from '@wachta/client'
import { useI18n } from '../../app/i18n/language.tsx'
import { StatusMark, statusText } from '../../ui/status-mark.tsx'
import { useNow } from '../../ui/use-now.ts'
import { listPeople } from '../alert-rules/steps.ts'
import { type AlertText, alertMarks } from './alert-text.ts'
import { stepsQuery } from './queries.ts'
import { alertLength, findNextStep, getAlertState } from './timeline-entries.ts'

const grounds = {
  current: 'border-failure-fill bg-failure-soft',
  acknowledged: 'border-unknown-fill bg-unknown-soft',
  ended: 'border-line bg-surface',
} as const

interface AlertSentenceProps {
  readonly alert: OccurrenceDetails
  readonly text: AlertText
}

/** The state of an alert in one sentence, and its next escalation step. */
export function AlertSentence({ alert, text }: AlertSentenceProps) {
  const { t, formats } = useI18n()
  const now = useNow()
  const state = getAlertState(alert)
  const { start_time, end_time, acknowledged_at, acknowledged_by } = alert
  return (
    <section className={`mb-6 rounded-md border border-l-4 px-4 py-3 ${grounds[state]}`}>
      <p role="status" className={`flex items-baseline gap-2.5 text-lg font-medium ${statusText[alertMarks[state]]}`}>
        <span className="translate-y-0.5">
          <StatusMark status={alertMarks[state]} large />
        </span>
        {t(`alert.sentence.${state}`, {
          what: text.what,
          since: formats.since(start_time, now),
          until: end_time === null ? '' : formats.since(end_time, now),
          time: formats.duration(alertLength(alert, now)),
          who: acknowledged_by ?? '',
          at: acknowledged_at === null ? '' : formats.since(acknowledged_at, now),
        })}
      </p>
      {state !== 'ended' && <NextStep alert={alert} now={now} />}
    </section>
  )
}

/** The next escalation step or reminder, or that none is left. */
function NextStep({ alert, now }: { readonly alert: OccurrenceDetails; readonly now: Date }) {
  const { t, formats } = useI18n()
  const next = findNextStep(alert)
  const { data: steps = [] } = useQuery(stepsQuery(next?.id ? [next.id] : []))
  if (!next) {
    const hasNoPolicy = alert.escalations.length + alert.notifications.length === 0
    return <p className="mt-1">{t(hasNoPolicy ? 'alert.noPolicy' : 'alert.noNext')}</p>
  }
  const people = listPeople(next.id, steps)
  return (
    <p className="mt-1">
      {t(next.isReminder ? 'alert.nextReminder' : 'alert.next', {
        step: next.name,
        time: formats.since(next.at, now),
        people: people.length,
      })}
      {people.length > 0 && ` ${formats.list(people)}.`}
    </p>
  )
}
