import { loadQueueState } from '@wachta/queue'
import { formatLongDuration } from '../formatting.ts'
import { type Finding, type HealthCheck, localized, ok, problem, warning } from '../health-check.ts'

const [warningMs, problemMs] = [30_000, 300_000]

export const queueCheck: HealthCheck = {
  name: 'queue',
  title: localized('Background jobs', 'Zadania w tle'),
  needs: ['schema'],
  async run(context) {
    const { dueCount, firstDueAt, exhaustedCount } = await loadQueueState(context.database())
    const found: Finding[] = []
    const delayMs = firstDueAt === null ? 0 : context.now() - firstDueAt.getTime()
    if (delayMs >= warningMs)
      found.push(
        (delayMs < problemMs ? warning : problem)(
          localized(
            `${dueCount} jobs are overdue, the first by ${formatLongDuration(delayMs)}.`,
            `Zaległe zadania: ${dueCount}, najstarsze od ${formatLongDuration(delayMs)}.`,
          ),
          localized(
            'Start the notifier, the api (account e-mails) and the reporter (reports); if they are running, read their logs.',
            'Uruchom notifier, api (e-maile kont) i reporter (raporty); jeśli działają, przeczytaj ich dzienniki.',
          ),
        ),
      )
    if (exhaustedCount > 0)
      found.push(
        warning(
          localized(
            `${exhaustedCount} jobs failed permanently.`,
            `Zadania porzucone po ostatniej próbie: ${exhaustedCount}.`,
          ),
          localized(
            'Find the cause with: select task_identifier, last_error from graphile_worker.jobs where attempts >= max_attempts.',
            'Przyczyny: select task_identifier, last_error from graphile_worker.jobs where attempts >= max_attempts.',
          ),
        ),
      )
    if (found.length > 0) return found
    return ok('No job is overdue.', 'Żadne zadanie nie jest opóźnione.')
  },
}
