import { sql } from 'kysely'
import { type Finding, type HealthCheck, localized, ok, problem, warning } from '../health-check.ts'

/** With fewer free connections than these, the next process or load peak cannot connect. */
const [warningThreshold, problemThreshold] = [15, 4]

export const connectionsCheck: HealthCheck = {
  name: 'connections',
  title: localized('Connections', 'Połączenia'),
  needs: ['database'],
  async run(context) {
    // Counted by database, because pg_stat_activity hides from us what the sessions of other logins are.
    const [row] = await context.database().query(sql<{ most: number; used: number }>`select
  current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most,
  (select sum(numbackends)::int from pg_stat_database) as used`)
    const { most = 0, used = 0 } = row ?? {}
    return judgeConnections(most - used, most)
  },
}

/** Judges the number of free connections. */
export function judgeConnections(free: number, most: number): Finding {
  const message = localized(
    `${free} of ${most} database connections are free.`,
    `Wolne połączenia z bazą: ${free} z ${most}.`,
  )
  const todo = localized(
    'Raise max_connections of PostgreSQL, or lower DATABASE_CONNECTIONS.',
    'Zwiększ max_connections w PostgreSQL albo zmniejsz DATABASE_CONNECTIONS.',
  )
  if (free < problemThreshold) return problem(message, todo)
  return free < warningThreshold ? warning(message, todo) : ok(message.en, message.pl)
}
