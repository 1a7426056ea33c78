import { sql } from 'kysely'
import { type HealthCheck, localized, ok, problem } from '../health-check.ts'

const minVersion = 15

export const databaseCheck: HealthCheck = {
  name: 'database',
  title: localized('Database', 'Baza danych'),
  async run(context) {
    const [row] = await context.database().query(
      sql<{
        version: number
        role: string
      }>`select current_setting('server_version_num')::int / 10000 as version, current_user as role`,
    )
    const { version = 0, role } = row ?? {}
    if (role !== 'wachta_app')
      return problem(
        localized(
          `The connection uses the role ${role} instead of wachta_app.`,
          `Połączenie używa roli ${role} zamiast wachta_app.`,
        ),
        localized('Remove the role from DATABASE_URL.', 'Usuń rolę z DATABASE_URL.'),
      )
    if (version < minVersion)
      return problem(
        localized(`PostgreSQL ${version} is too old.`, `PostgreSQL ${version} jest zbyt stary.`),
        localized(`Install ${minVersion} or newer.`, `Zainstaluj ${minVersion} lub nowszy.`),
      )
    return ok(`PostgreSQL ${version} answers.`, `PostgreSQL ${version} odpowiada.`)
  },
}
