import { loadQueueState } from '@wachta/queue'
import { duration } from '../figures.ts'
import { type Finding, type HealthCheck, localized, ok, problem, warning } from '../health-check.ts'

const [late_ms, tooLateMs] = [30_000, 300_000]

export const queueCheck: HealthCheck = {
  name: 'queue',
  title: localized('Messages', 'Wiadomości'),
  needs: ['schema'],
  async look(around) {
    const { due, oldest, exhausted } = await loadQueueState(around.database())
    const found: Finding[] = []
    const age = oldest === null ? 0 : around.now() - oldest.getTime()
    if (age >= late_ms)
      found.push(
        (age < tooLateMs ? warning : problem)(
          localized(
            `${due} jobs are due, the oldest for ${duration(age)}.`,
            `Zaległe zadania: ${due}, najstarsze od ${duration(age)}.`,
          ),
          localized(
            'Start the notifier, and the api for mail of accounts; if they run, look at their lines.',
            'Uruchom notifier oraz api (poczta kont); jeśli działają, przeczytaj ich dziennik.',
          ),
        ),
      )
    if (exhausted > 0)
      found.push(
        warning(
          localized(`${exhausted} jobs were given up.`, `Zarzucone zadania: ${exhausted}.`),
          localized(
            'See why: select task_identifier, last_error from graphile_worker.jobs where attempts >= max_attempts.',
            'Przyczyny: select task_identifier, last_error from graphile_worker.jobs where attempts >= max_attempts.',
          ),
        ),
      )
    if (found.length > 0) return found
    return ok('Nothing waits that could be sent.', 'Nic nie czeka, co można wysłać.')
  },
}
