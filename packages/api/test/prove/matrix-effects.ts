import { sql } from 'kysely'
import type { Target } from './matrix-oracle.ts'
import type { Role } from './matrix-roles.ts'
import type { Stage } from './matrix-stage.ts'
import type { Trees } from './matrix-trees.ts'

/** A fingerprint of what every account holds. */
export type Prints = ReadonlyMap<number, string>

/** Whose things have changed in the scene. */
export async function changedSince(before: Prints, stage: Stage): Promise<number[]> {
  if (!(await isTouched(stage))) return []
  const after = await fingerprints(stage)
  return [...new Set([...before.keys(), ...after.keys()])].filter((owner) => before.get(owner) !== after.get(owner))
}

/**
 * Whose things a call may change when it is allowed: those of its target and of who goes with it, the caller's own, and
 * what belongs to nobody: the log of the installation, and what comes into being.
 */
export function reach(role: Role, target: Target | null, { holders, packages }: Trees): (owner: number) => boolean {
  const holder = target?.session?.holder ?? target?.holder
  const touched = [role.holder, holder, ...holders.filter(({ parent }) => parent && parent === holder)]
  const reached = new Set([...touched.map((one) => one?.id), target?.offer && -target.offer.id])
  const planted = new Set([...holders.map(({ id }) => id), ...packages.map(({ id }) => -id)])
  return (owner) => reached.has(owner) || !planted.has(owner)
}

export const beyondReach = (changed: readonly number[], reached: (owner: number) => boolean): string[] =>
  changed.filter((owner) => !reached(owner)).map((owner) => `changes what belongs to ${owner}`)

/** Where a call that is refused may change something. */
export const nowhere = (): boolean => false

/** Whether anything was written or locked in the scene: where nothing was, fingerprints need not be taken. */
async function isTouched(stage: Stage): Promise<boolean> {
  const [row] = await stage.query(
    sql<{ touched: boolean }>`select pg_current_xact_id_if_assigned() is not null as touched`,
  )
  return row?.touched ?? true
}

/** Whose a row of each table is. Packages count under their negative id, and what is nobody's under 0. */
const owners: Readonly<Record<string, string>> = {
  account: 'id',
  audit: 'coalesce(account_id, 0)',
  audit_erasure: 'account_id',
  audit_personal: 'coalesce(about, 0)',
  authentication: 'account_id',
  credential: 'account_id',
  idempotent_answer: 'account_id',
  mailed_token: 'account_id',
  package: '-id',
  recovery_code: 'account_id',
  session: 'account_id',
  user_setting: 'account_id',
}

/** Tables that hold nothing of anyone's. */
const unowned = ['dictionary_entry', 'error_type', 'login_limit', 'migration']

/** Tables that nobody has thought of here: a change in one would go unseen. */
export async function tableFaults(stage: Stage): Promise<string[]> {
  const tables = await stage.query(
    sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public'`,
  )
  return tables
    .filter(({ name }) => !Object.hasOwn(owners, name) && !unowned.includes(name))
    .map(({ name }) => `changes of the table ${name} are not watched`)
}

export async function fingerprints(stage: Stage): Promise<Prints> {
  const held = Object.entries(owners).map(
    ([name, owner]) =>
      sql`select ${sql.raw(owner)} as owner, ${sql.lit(name)} || t::text as line from ${sql.table(name)} t`,
  )
  const mail = sql`select coalesce((payload ->> 'accountId')::bigint, 0), 'mail' || payload::text from graphile_worker._private_jobs`
  const rows = await stage.asOwner(sql<{ owner: number; print: string }>`select owner::int as owner,
  md5(string_agg(line, '' order by line)) as print from (${sql.join([...held, mail], sql` union all `)}) as held group by owner`)
  return new Map(rows.map(({ owner, print }) => [owner, print]))
}
