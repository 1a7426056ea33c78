import { sql } from 'kysely'
import { type HealthCheck, ok, problem, words } from '../health-check.ts'

const leastVersion = 15

export const database: HealthCheck = {
  name: 'database',
  title: words('Database', 'Baza danych'),
  async look(around) {
    const [row] = await around.database().query(
      sql<{
        version: number
        role: string
      }>`select current_setting('server_version_num')::int / 10000 as version, current_user as role`,
    )
    const { version = 0, role } = row ?? {}
    if (role !== 'wachta_app')
      return problem(
        words(`We work as ${role} and not as wachta_app.`, `Pracujemy jako ${role}, a nie jako wachta_app.`),
        words('Take the role out of DATABASE_URL.', 'Usuń rolę z DATABASE_URL.'),
      )
    if (version < leastVersion)
      return problem(
        words(`PostgreSQL ${version} is too old.`, `PostgreSQL ${version} jest zbyt stary.`),
        words(`Install ${leastVersion} or newer.`, `Zainstaluj ${leastVersion} lub nowszy.`),
      )
    return ok(`PostgreSQL ${version} answers.`, `PostgreSQL ${version} odpowiada.`)
  },
}
