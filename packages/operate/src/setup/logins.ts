import type { Database } from '@wachta/database'
import { sql } from 'kysely'
import { getDatabaseRole, type ProcessName, processes, toLoginName } from './processes.ts'

/**
 * Creates the database login of every process, or sets its password. A login owns nothing and is a member of one role,
 * so that a compromised process has no more rights than it needs.
 */
export async function ensureLogins(
  owner: Database,
  passwords: Readonly<Record<ProcessName, string>>,
): Promise<string[]> {
  const [row] = await owner.query(sql<{ name: string }>`select current_database() as name`)
  const names = processes.map((process) => ({ process, login: toLoginName(row?.name ?? '', process) }))
  for (const { process, login } of names) {
    const [found] = await owner.query(sql`select from pg_roles where rolname = ${login}`)
    const role = sql.id(login)
    if (!found) await owner.query(sql`create role ${role} login noinherit`)
    await owner.query(sql`alter role ${role} login noinherit password ${sql.lit(passwords[process])}`)
    await owner.query(sql`grant ${sql.id(getDatabaseRole(process))} to ${role}`)
  }
  return names.map(({ login }) => login)
}
