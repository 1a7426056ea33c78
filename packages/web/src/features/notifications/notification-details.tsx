import { useI18n } from '../../app/i18n/language.tsx'
import { StatusMark } from '../../ui/status-mark.tsx'
import { outcomeMarks, toAttemptOutcome } from './notification-mark.ts'
import type { LoggedNotification } from './queries.ts'

/** The text of a notification, and all delivery attempts with the responses of the provider. */
export function NotificationDetails({ notification }: { readonly notification: LoggedNotification }) {
  const { t } = useI18n()
  return (
    <div className="grid gap-4">
      <div>
        {notification.subject && <p className="mb-1 font-medium">{notification.subject}</p>}
        {notification.content ? (
          <p className="rounded-md border border-line bg-sunken px-3 py-2 text-sm whitespace-pre-wrap">
            {notification.content}
          </p>
        ) : (
          <p className="text-sm text-muted">{t('notification.noText')}</p>
        )}
      </div>
      <Attempts attempts={notification.attempts} />
    </div>
  )
}

function Attempts({ attempts }: Pick<LoggedNotification, 'attempts'>) {
  const { t, formats } = useI18n()
  if (attempts.length === 0) return <p className="text-sm text-muted">{t('notification.noAttempts')}</p>
  return (
    <section>
      <h3 className="mb-1 text-sm font-medium">{t('notification.attempts')}</h3>
      <ol aria-label={t('notification.attempts')} className="grid gap-1 text-sm">
        {attempts.map(({ time, outcome, answer }, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: attempts are only ever added at the end
            key={index}
            className="flex flex-wrap items-baseline gap-x-3"
          >
            <span className="text-muted">{formats.exact(time)}</span>
            <StatusMark
              status={outcomeMarks[toAttemptOutcome(outcome)]}
              text={t(`notification.outcome.${toAttemptOutcome(outcome)}`)}
            />
            <span className="font-mono">{answer}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
