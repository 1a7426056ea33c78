import type { DeclaredObject } from '@wachta/domain'
import type { Call, Violation } from '@wachta/resource'
import { sql } from 'kysely'
import {
  type ApplyKind,
  type ConfigurationSection,
  type DeclaredConfiguration,
  defaultGroup,
  type ExternalIds,
  type Reference,
} from '../../platform/apply/kind.ts'

/** The external ids of the objects that exist; `register` adds an object that was created. */
export interface KnownNames extends ExternalIds {
  has(section: ConfigurationSection, externalId: string): boolean
  register(section: ConfigurationSection, externalId: string, id: number): void
}

/** Loads all external ids of objects of the account. */
export async function loadKnownNames(
  kinds: readonly ApplyKind[],
  accountId: number,
  { db }: Call,
): Promise<KnownNames> {
  const ids = new Map<string, number>()
  const externalIds = new Map<string, string>()
  const add = (section: ConfigurationSection, externalId: string, id: number) => {
    ids.set(`${section} ${externalId}`, id)
    externalIds.set(`${section} ${id}`, externalId)
  }
  for (const { section, resource } of kinds) {
    const rows = await db.query(sql<{
      id: number
      external_id: string
    }>`select id, external_id from ${sql.table(resource.table)}
where owner_id = ${accountId} and external_id is not null`)
    for (const { id, external_id } of rows) add(section, external_id, id)
  }
  const [defaultGroupRow] = await db.query(
    sql<{ id: number }>`select id from service_group where owner_id = ${accountId} and is_default`,
  )
  if (defaultGroupRow) add('groups', defaultGroup, defaultGroupRow.id)
  return {
    register: add,
    has: (section, externalId) => ids.has(`${section} ${externalId}`),
    id: (section, externalId) => ids.get(`${section} ${externalId}`) ?? 0,
    // An object without an external id gets a name that no document can contain.
    externalId: (section, id) => externalIds.get(`${section} ${id}`) ?? `#${id}`,
  }
}

/** Returns a violation for each reference to an object that is neither declared nor among those that remain. */
export function findDanglingReferences(
  kind: ApplyKind,
  sections: DeclaredConfiguration['sections'],
  remainingNames: Pick<KnownNames, 'has'>,
): Violation[] {
  const declared = new Set(
    Object.entries(sections).flatMap(([section, items]) => items.map(({ external_id }) => `${section} ${external_id}`)),
  )
  const isAvailable = ({ section, external_id }: Reference) =>
    declared.has(`${section} ${external_id}`) || remainingNames.has(section, external_id)
  return (sections[kind.section] ?? []).flatMap((item, index) =>
    kind
      .references(item)
      .filter((reference) => !isAvailable(reference))
      .map(({ path: at }) => ({ symbol: 'unknown_reference', field: `data.${kind.section}.${index}.${at}` })),
  )
}

/** Orders items, with their indexes, so that each item comes after the items of its kind that it refers to. */
export function sortByReference(
  kind: ApplyKind,
  items: readonly DeclaredObject[],
): (readonly [item: DeclaredObject, index: number])[] {
  const indexed = items.map((item, index) => [item, index] as const)
  const byName = new Map(indexed.map((each) => [each[0].external_id, each]))
  const ordered = new Set<readonly [DeclaredObject, number]>()
  const visit = (each: readonly [DeclaredObject, number], ancestors: ReadonlySet<string>): void => {
    const [item] = each
    if (ordered.has(each) || ancestors.has(item.external_id)) return
    for (const { section, external_id } of kind.references(item)) {
      const other = section === kind.section ? byName.get(external_id) : undefined
      if (other) visit(other, new Set([...ancestors, item.external_id]))
    }
    ordered.add(each)
  }
  for (const each of indexed) visit(each, new Set())
  return [...ordered]
}
