import type { LocalizedText } from '@wachta/cli'
import type { Database } from '@wachta/database'
import { type RawBuilder, sql } from 'kysely'
import { listTreeKeys, splitKeys, type TreeKey, unnestKeys } from './list-tree-keys.ts'
import { createMoveError, type MoveContext } from './move-context.ts'

interface Obstacle {
  readonly reason: LocalizedText
  /** Selects a row if there is the obstacle; `what` names it in the message. */
  readonly find: RawBuilder<{ what: string | number | null }>
}

/** Throws with all reasons if the tree cannot move, before anything has changed. */
export async function rejectImpossibleMove(context: MoveContext): Promise<void> {
  const reasons = [
    ...(await findReasons(context.source.database, listTreeObstacles(context))),
    ...(await findReasons(context.source.database, cellObstacles)),
    ...(await findReasons(context.destination.database, cellObstacles)),
    ...(await compareCells(context)),
  ]
  if (reasons.length > 0)
    throw createMoveError(reasons.map(({ en }) => en).join('\n'), reasons.map(({ pl }) => pl).join('\n'))
}

async function findReasons(database: Database, obstacles: readonly Obstacle[]): Promise<LocalizedText[]> {
  const found = await Promise.all(obstacles.map(({ find }) => database.query(find)))
  return obstacles.flatMap(({ reason }, index) => {
    const [row] = found[index] ?? []
    if (row === undefined) return []
    const what = row.what === null ? '.' : `: ${row.what}`
    return [{ en: `${reason.en}${what}`, pl: `${reason.pl}${what}` }]
  })
}

/** Lists the reasons in the tree itself: its ties to other trees, or to sensors of its cell. */
function listTreeObstacles({ tree }: MoveContext): Obstacle[] {
  const owned = sql`any(${tree.accounts}::bigint[])`
  const foreign = sql`<> all(${tree.accounts}::bigint[])`
  return [
    {
      reason: {
        en: 'Administrators belong to their cell',
        pl: 'Administratorzy należą do swojej komórki',
      },
      find: sql`select username as what from account where id = ${owned} and is_administrator limit 1`,
    },
    {
      reason: {
        en: 'The account has private sensors, which are enrolled in their cell. Delete them first',
        pl: 'Konto ma prywatne sensory, zarejestrowane w swojej komórce. Najpierw je usuń',
      },
      find: sql`select name as what from sensor where owner_id = ${owned} limit 1`,
    },
    {
      reason: {
        en: 'A group is shared between this account and another one. End the share first',
        pl: 'Konto współdzieli grupę z innym kontem. Najpierw zakończ udostępnianie',
      },
      find: sql`select g.name as what from group_share h join service_group g on g.id = h.group_id
where (h.owner_id = ${owned}) <> (h.account_id = ${owned}) limit 1`,
    },
    {
      reason: {
        en: 'Accounts of other trees gave access to an application of this one',
        pl: 'Inne konta dały dostęp aplikacji tego konta',
      },
      find: sql`select p.name as what from application p join application_grant g on g.application_id = p.id
where p.owner_id = ${owned} and g.account_id ${foreign} limit 1`,
    },
    {
      reason: {
        en: 'The account gave access to an application of another account. Withdraw it first',
        pl: 'Konto dało dostęp aplikacji innego konta. Najpierw go odbierz',
      },
      find: sql`select p.name as what from application p join application_grant g on g.application_id = p.id
where p.owner_id ${foreign} and p.owner_id is not null and g.account_id = ${owned} limit 1`,
    },
    {
      reason: {
        en: 'The account gave access to an application that has no owner and is not in the other cell. Withdraw it first',
        pl: 'Konto dało dostęp aplikacji bez właściciela, której nie ma w drugiej komórce. Najpierw go odbierz',
      },
      find: sql`select p.name as what from application p join application_grant g on g.application_id = p.id
where p.owner_id is null and p.client_id <> 'wachta-command' and g.account_id = ${owned} limit 1`,
    },
  ]
}

const cellObstacles: readonly Obstacle[] = [
  {
    reason: {
      en: 'A cell keeps years of its record in ClickHouse, which does not move',
      pl: 'Komórka trzyma wieloletnią historię w ClickHouse, a ta się nie przenosi',
    },
    find: sql`select null as what from history_progress where copied_to is not null limit 1`,
  },
  {
    reason: {
      en: 'The login of a cell may not set session_replication_role',
      pl: 'Konto bazy danych komórki nie może ustawić session_replication_role',
    },
    find: sql`select current_user as what where not has_parameter_privilege('session_replication_role', 'set')`,
  },
]

/** Compares the cells: the destination needs the same schema and sensors, and must not have the names of the tree. */
async function compareCells(context: MoveContext): Promise<LocalizedText[]> {
  const { source, destination, tree } = context
  const columns = sql<{
    what: string
  }>`select md5(string_agg(c.relname || ' ' || a.attname || ' ' || a.atttypid::regtype, ',' order by c.relname, a.attnum)) as what
from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`
  const [[sourceSchema], [destinationSchema]] = await Promise.all([
    source.database.query(columns),
    destination.database.query(columns),
  ])
  const sensors = await listSensors(context)
  const known = await destination.database.query(
    sql<{
      id: number
    }>`select id from sensor where id = any(${sensors.map(({ id }) => id)}::bigint[]) and is_active and owner_id is null`,
  )
  const missing = sensors.filter(({ id }) => !known.some((one) => one.id === id))
  const { names } = splitKeys(await listTreeKeys(source.database, tree))
  const taken = await destination.database.query(
    sql<TreeKey>`select d.kind, d.name from directory_name d join ${unnestKeys(names)} on n.kind = d.kind and n.name = d.name`,
  )
  return [
    ...(sourceSchema?.what === destinationSchema?.what
      ? []
      : [
          {
            en: 'The cells have different versions of the schema. Upgrade both.',
            pl: 'Komórki mają różne wersje schematu. Zaktualizuj obie.',
          },
        ]),
    ...missing.map(({ id, name }) => ({
      en: `The other cell has no sensor ${id} (${name}). Run \`wachta cells sensors\`.`,
      pl: `W drugiej komórce nie ma sensora ${id} (${name}). Uruchom \`wachta cells sensors\`.`,
    })),
    ...taken.map(({ kind, name }) => ({
      en: `The other cell has this name already: ${kind} ${name}.`,
      pl: `Druga komórka ma już tę nazwę: ${kind} ${name}.`,
    })),
  ]
}

/** The public sensors that check the services of the tree. */
const listSensors = ({ source, tree }: MoveContext): Promise<{ id: number; name: string }[]> =>
  source.database.query(sql<{ id: number; name: string }>`select s.id, s.name from sensor s where s.id in (
  select unnest(r.sensor_ids) from service_revision r join service v on v.id = r.service_id
  where v.owner_id = any(${tree.accounts}::bigint[]) and r.is_active and (r.effective_to is null or r.effective_to > now())) order by s.id`)

/** Maps the packages of the source to those of the same names in the destination; throws if one is missing there. */
export async function mapPackages(
  { source, destination, tree }: MoveContext,
  schema = 'public',
): Promise<Map<number, number>> {
  const used = await source.database.query(sql<{ id: number; name: string }>`select distinct k.id, k.name
from ${sql.id(schema, 'account')} a join package k on k.id = a.package_id where a.tree_id = ${tree.id}`)
  const known = await destination.database.query(sql<{ id: number; name: string }>`select id, name from package`)
  return new Map(
    used.map(({ id, name }) => {
      const same = known.find((one) => one.name === name)
      if (same === undefined)
        throw createMoveError(
          `The other cell has no package ${name}. Create it first.`,
          `W drugiej komórce nie ma pakietu ${name}. Najpierw go utwórz.`,
        )
      return [id, same.id]
    }),
  )
}
