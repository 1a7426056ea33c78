import type { Database } from '@wachta/database'
import { sql } from 'kysely'
import { createCanary } from './canaries.ts'
import { seedHistory } from './history.ts'
import { type Context, type Id, type Kind, owners } from './kind.ts'
import { getKeyColumns, getKind, getParentColumn, kinds } from './kinds.ts'
import type { Holder } from './trees.ts'

/** An id that no row has. */
export const absentId = 987_654_321

/** A row that belongs to an account or to the installation, as the oracle knows it. */
export interface Thing {
  readonly resource: string
  readonly label: string
  /** Its key in a path, and what identifies the row in responses. */
  readonly keys: readonly Id[]
  readonly id: Id
  /** Its canary; null if it has no text. */
  readonly word: string | null
  readonly owner: Holder | null
  readonly parent: Thing | null
  /** The accounts that it is shared with, and what the share lets them do. */
  readonly shares: Map<Holder, ReadonlySet<string>>
  readonly traits: ReadonlySet<string>
  /** The rows that it is listed under, by resource. */
  readonly under: Readonly<Record<string, Id>>
  readonly lists: Readonly<Record<string, readonly Id[]>>
  /** Set for rows that differ only in their share; these are tested separately. */
  readonly combination: ReadonlySet<string> | null
}

/** The flags of a share, in the order of the bits that represent them in the names of groups. */
const shareFlags = [
  'can_archive_services',
  'can_create_services',
  'can_delete_services',
  'can_force_analyses',
  'can_modify_group',
  'can_modify_services',
] as const

const allFlags = new Set<string>(shareFlags)

/** Every set of flags that a share can have. */
const combinations = Array.from(
  { length: 2 ** shareFlags.length },
  (_, bits) => new Set<string>(shareFlags.filter((_flag, index) => bits & (1 << index))),
)

/** Shared groups, with the account and the flags; a group may be shared with several accounts. */
const plannedShares: readonly (readonly [group: string, account: string, flags: ReadonlySet<string>])[] = [
  ['A.main/default', 'A.sub', new Set()],
  ['A.main/second', 'A.bare', allFlags],
  ['A.main/second', 'A.sub', new Set(['can_modify_services', 'can_force_analyses'])],
  ['B.main/default', 'B.sub', allFlags],
  ['C.main/second', 'C.sub', allFlags],
]

interface PlannedThing {
  readonly resource: string
  readonly name: string
  readonly owner: Holder | null
  readonly parent?: Thing
  readonly columns?: Readonly<Record<string, unknown>>
  readonly traits?: readonly string[]
  readonly combination?: ReadonlySet<string> | null
}

/** Seeds the rows of accounts. Every account has its default group already. */
export async function seedThings(
  db: Database,
  {
    holders,
    now,
    firstNumber,
  }: { readonly holders: readonly Holder[]; readonly now: Date; readonly firstNumber: number },
): Promise<Thing[]> {
  const things: Thing[] = []
  const findHolder = (name: string) => holders.find((one) => one.name === name) ?? fail(`no account ${name}`)
  const find: Context['find'] = (resource, owner) =>
    things
      .filter((one) => one.resource === resource && (owner === undefined || (one.owner?.id ?? null) === owner))
      .map(({ id }) => Number(id))
  for (const [resource, kind] of Object.entries(kinds)) {
    const { parentResource: hangsOn, mirroredResource: mirrors, owners: ownerNames } = kind
    if (resource === 'group') await seedGroups()
    else if (resource === 'service') await seedServices()
    else if (resource === 'group_share') await seedShares()
    else if (mirrors !== undefined) mirrorThings(resource, mirrors)
    else if (hangsOn === 'account')
      for (const [index, name] of (ownerNames ?? owners).entries())
        await add({ resource, name: String(index), owner: name === null ? null : findHolder(name) })
    else
      for (const parent of things.filter((one) => one.resource === hangsOn && canBeParent(one, kind)))
        await addTo(parent, resource)
  }
  return things

  async function seedGroups(): Promise<void> {
    for (const owner of holders.filter(({ parent }) => parent === null)) await addDefaultGroup(owner)
    for (const name of owners) {
      await add({ resource: 'group', name: 'second', owner: findHolder(name) })
      await add({ resource: 'group', name: 'empty', owner: findHolder(name) })
    }
    for (const combination of combinations)
      await add({ resource: 'group', name: getGroupName(combination), owner: findHolder('A.main'), combination })
  }

  /** Adds the default group, which was created with the account. */
  async function addDefaultGroup(owner: Holder): Promise<void> {
    const word = createCanary('group', firstNumber + things.length)
    const planned = { resource: 'group', name: 'default', owner, traits: ['default'] }
    const columns = Object.entries(getKind('group').columns?.(word, getContext(planned)) ?? {})
    const assignments = sql.join(columns.map(([name, value]) => sql`${sql.id(name)} = ${value}`))
    const [row] = await db.query(
      sql<{
        id: number
      }>`update service_group set ${assignments} where owner_id = ${owner.id} and is_default returning id`,
    )
    things.push(createThing(planned, [row?.id ?? fail(`no default group of ${owner.name}`)], word))
  }

  async function seedServices(): Promise<void> {
    const groups = things.filter(({ resource, owner }) => resource === 'group' && isOwner(owner))
    for (const group of groups.filter(({ label }) => !label.endsWith('/empty'))) {
      await addTo(group, 'service')
      const hasArchived = group.combination !== null || /^group [AC]\.main\/second$/.test(group.label)
      if (hasArchived) await addTo(group, 'service', { is_archived: true, is_active: false }, ['archived'])
      if (group.label === 'group A.main/second') await addTo(group, 'service', { type_id: 'heartbeat' }, ['heartbeat'])
    }
    await seedRevisions()
    await seedHistory(db, now)
  }

  async function seedShares(): Promise<void> {
    for (const [group, account, flags] of plannedShares) await addShare(group, findHolder(account), flags)
    for (const flags of combinations) await addShare(`A.main/${getGroupName(flags)}`, findHolder('A.sub'), flags)
  }

  async function addShare(label: string, account: Holder, flags: ReadonlySet<string>): Promise<void> {
    const group = things.find((one) => one.label === `group ${label}`) ?? fail(`no group ${label}`)
    const columns = Object.fromEntries(shareFlags.map((flag) => [flag, flags.has(flag)]))
    await insert('group_share', { group_id: group.id, account_id: account.id, ...columns })
    group.shares.set(account, flags)
    const planned = {
      resource: 'group_share',
      name: `${group.label} for ${account.name}`,
      owner: group.owner,
      parent: group,
    }
    const shareThing = createThing({ ...planned, combination: group.combination }, [group.id, account.id], null)
    things.push({
      ...shareThing,
      shares: new Map([[account, flags]]),
      under: { group: group.id, account: account.id },
    })
  }

  /** Adds another resource over the same rows. */
  function mirrorThings(resource: string, mirrored: string): void {
    for (const one of things.filter((each) => each.resource === mirrored))
      things.push({ ...one, resource, label: one.label.replace(mirrored, resource), word: null, parent: one })
  }

  async function addTo(parent: Thing, resource: string, columns = {}, traits: readonly string[] = []): Promise<void> {
    const name = parent.label.split('/').slice(1).concat(traits).join('/')
    const { owner, combination } = parent
    await add({ resource, name, owner, parent, columns, traits, combination })
  }

  async function add(planned: PlannedThing): Promise<void> {
    const { resource, owner, parent } = planned
    const word = createCanary(resource.replaceAll('_', ''), firstNumber + things.length)
    const ownColumns = getKind(resource).columns?.(word, getContext(planned))
    const parentColumns = { [getParentColumn(resource)]: parent?.id ?? owner?.id ?? null }
    const row = await insert(resource, { ...parentColumns, ...ownColumns, ...planned.columns })
    const keys = getKeyColumns(resource).map((column) => row[column] ?? fail(`${resource} has no ${column}`))
    const isWritten = JSON.stringify(ownColumns).includes(word)
    things.push(createThing(planned, keys, isWritten ? word : null))
  }

  async function insert(resource: string, columns: Readonly<Record<string, unknown>>): Promise<Record<string, Id>> {
    const names = sql.join(Object.keys(columns).map((name) => sql.id(name)))
    const [row] = await db.query(sql<Record<string, Id>>`insert into ${sql.table(getKind(resource).table)} (${names})
values (${sql.join(Object.values(columns))}) returning *`)
    return row ?? fail(`no ${resource} was seeded`)
  }

  function createThing(planned: PlannedThing, keys: readonly Id[], word: string | null): Thing {
    const { resource, name, owner, parent = null, traits = [], combination = null } = planned
    const parents = parent ? { ...parent.under, [parent.resource]: parent.id } : {}
    return {
      resource,
      label: `${resource} ${owner?.name ?? 'public'}/${name}`,
      keys,
      id: keys.length === 1 ? (keys[0] ?? 0) : keys.join('/'),
      word,
      owner,
      parent,
      shares: parent?.shares ?? new Map(),
      traits: new Set(traits),
      under: {
        ...(owner && { account: owner.id }),
        ...(resource === 'sensor' && { service_type_category: 'default' }),
        ...parents,
      },
      lists: getKind(resource).lists?.(getContext(planned)) ?? {},
      combination,
    }
  }

  function getContext({ owner, parent }: PlannedThing): Context {
    return { owner: owner?.id ?? null, parent: parent?.id ?? null, find }
  }

  /** Every service is monitored by all the sensors that it names. */
  async function seedRevisions(): Promise<void> {
    await db.query(sql`insert into service_revision (service_id, revision, owner_id, group_id, type_id, effective_from, is_active,
  interval_ms, phase_ms, timeout_ms, spread_ms, error_tolerance, sensor_ids, step_count, configuration)
select id, 1, owner_id, group_id, type_id, ${now.toISOString()}::timestamptz - interval '1 hour', true, 60000, 0, 1000, 0, 0, sensor_ids, 1,
  '{"address": "", "extended_settings": {}, "secrets": {}}' from service`)
  }
}

const isOwner = (holder: Holder | null): boolean => owners.some((name) => name === holder?.name)

/** Whether other rows are seeded below this one: enough parents to cover each way to get a right. */
const canBeParent = ({ combination, traits, owner, label }: Thing, { combined = false }: Kind): boolean =>
  (combination === null || combined) &&
  !traits.has('archived') &&
  isOwner(owner) &&
  !/^\w+ (?:[BCD]\.main\/second|.*\/empty$)/.test(label)

const getGroupName = (flags: ReadonlySet<string>): string =>
  `shared ${shareFlags.map((flag) => (flags.has(flag) ? (flag[4] ?? '') : '-')).join('')}`

function fail(message: string): never {
  throw new Error(message)
}
