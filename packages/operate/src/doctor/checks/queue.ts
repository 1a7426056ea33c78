import { loadQueueState } from '@wachta/queue'
import { formatLongDuration } from '../formatting.ts'
import { type Finding, type HealthCheck, localized, ok, problem, warning } from '../health-check.ts'

const [warningMs, problemMs] = [30_000, 300_000]

export const queueCheck: HealthCheck = {
  name: 'queue',
  title: localized('Messages', 'Wiadomości'),
  needs: ['schema'],
  async run(context) {
    const { due, oldest, exhausted } = await loadQueueState(context.database())
    const found: Finding[] = []
    const age = oldest === null ? 0 : context.now() - oldest.getTime()
    if (age >= warningMs)
      found.push(
        (age < problemMs ? warning : problem)(
          localized(
            `${due} jobs are overdue, the oldest by ${formatLongDuration(age)}.`,
            `Zaległe zadania: ${due}, najstarsze od ${formatLongDuration(age)}.`,
          ),
          localized(
            'Start the notifier, and the api for account e-mails; if they are running, read their logs.',
            'Uruchom notifier oraz api (e-maile kont); jeśli działają, przeczytaj ich dzienniki.',
          ),
        ),
      )
    if (exhausted > 0)
      found.push(
        warning(
          localized(`${exhausted} jobs failed permanently.`, `Zadania porzucone po ostatniej próbie: ${exhausted}.`),
          localized(
            'Find the cause with: select task_identifier, last_error from graphile_worker.jobs where attempts >= max_attempts.',
            'Przyczyny: select task_identifier, last_error from graphile_worker.jobs where attempts >= max_attempts.',
          ),
        ),
      )
    if (found.length > 0) return found
    return ok('No message is overdue.', 'Żadna wiadomość nie jest opóźniona.')
  },
}
