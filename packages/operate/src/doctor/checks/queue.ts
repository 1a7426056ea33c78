import { sql } from 'kysely'
import { duration } from '../figures.ts'
import { type Finding, type HealthCheck, localized, ok, problem, warning } from '../health-check.ts'

const [late_ms, tooLate_ms] = [30_000, 300_000]

interface QueueState {
  readonly due: number
  readonly oldest: Date | null
  readonly given_up: number
}

export const queueCheck: HealthCheck = {
  name: 'queue',
  title: localized('Messages', 'Wiadomości'),
  needs: ['schema'],
  async look(around) {
    const [row] = await around.database().query(sql<QueueState>`select
  count(*) filter (where is_available and run_at < now() and locked_at is null)::int as due,
  min(run_at) filter (where is_available and run_at < now() and locked_at is null) as oldest,
  count(*) filter (where attempts >= max_attempts)::int as given_up
from graphile_worker._private_jobs`)
    const { due = 0, oldest = null, given_up = 0 } = row ?? {}
    const found: Finding[] = []
    const age = oldest === null ? 0 : around.now() - oldest.getTime()
    if (age >= late_ms)
      found.push(
        (age < tooLate_ms ? warning : problem)(
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
    if (given_up > 0)
      found.push(
        warning(
          localized(`${given_up} jobs were given up.`, `Zarzucone zadania: ${given_up}.`),
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
