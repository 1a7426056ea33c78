import type { AnyResource } from '@wachta/resource'
import { createCanary } from './canaries.ts'
import { flagsOf, type Subject } from './flags.ts'
import type { Id } from './kind.ts'
import { getKeyColumns, isThing } from './kinds.ts'
import { getVisible, type Target } from './oracle.ts'
import type { Role } from './roles.ts'
import { dictionaries, type Rule } from './rules.ts'
import type { Thing } from './things.ts'
import type { AccountTrees } from './trees.ts'

export type Row = Readonly<Record<string, unknown>>

/** Returns the identifiers of the rows that a role must find in a list: all that it may read, and no others. */
export function getReadableIds(
  role: Role,
  trees: AccountTrees,
  rows: string,
  target: Target | null = null,
  rule: Rule = { kind: 'list' },
): ReadonlySet<Id> {
  const relatedIds = rule.relation === undefined ? undefined : new Set(target?.thing?.lists[rule.relation])
  if (isThing(rows)) return new Set(getReadableThings(role, trees, rows, target, rule).map(({ id }) => id))
  if (relatedIds) return relatedIds
  const { accounts, people, packages, sessions } = getVisible(role, trees)
  const numbers = target?.holder ? [target.holder.number] : []
  const toIds = (all: readonly { readonly id: number }[]) => new Set<Id>(all.map(({ id }) => id))
  switch (rows) {
    case 'account':
      return toIds(accounts)
    case 'admin_account':
      return toIds(trees.holders)
    case 'user_data':
      return toIds(people)
    case 'package':
      return toIds(packages)
    case 'offered package':
      return toIds(packages.filter(({ offered }) => offered))
    case 'admin_package':
      return toIds(trees.packages)
    case 'session':
      return toIds(sessions)
    case 'audit':
    case 'authentication':
      return new Set(numbers.map((number) => createCanary(rows, number)))
    case 'error_type':
      return new Set(trees.words.get(target ? `error_types of ${target.key}` : 'error_types'))
    case 'service_type':
      return new Set(trees.words.get(target ? 'available service_types' : 'service_types'))
    case 'default_template':
      return new Set(trees.words.get('default templates'))
    case 'channel of a package':
      return new Set(trees.words.get('channels of packages'))
    default:
      return new Set(trees.words.get(dictionaries[rows] ?? rows))
  }
}

function getReadableThings(role: Role, trees: AccountTrees, rows: string, target: Target | null, rule: Rule): Thing[] {
  const { under = '', relation: along, includesRow: among, needs } = rule
  const key = target?.holder?.id ?? target?.thing?.id ?? target?.key
  const isListed = (thing: Thing): boolean => {
    if (along !== undefined) return target?.thing?.lists[along]?.includes(thing.id) ?? false
    if (!target) return true
    return among ? among(thing, target, role) : thing.under[under] === key
  }
  return [...getVisible(role, trees).things].filter(
    (thing) =>
      thing.resource === rows &&
      isListed(thing) &&
      (needs === undefined || flagsOf(role, rows, { kind: 'thing', thing })[needs]),
  )
}

/** Returns what identifies a row in a response. */
export function getIdentity(resource: string, row: Row): Id {
  const keys = getIdentifierFields(resource).map((name) => row[name] as Id)
  return keys.length === 1 ? (keys[0] ?? '') : keys.join('/')
}

/** The fields that identify the rows of a resource in responses. */
export const getIdentifierFields = (resource: string): readonly string[] =>
  ({ audit: ['request_id'], authentication: ['client_id'], default_template: ['channel_id', 'language_id'] })[
    resource
  ] ?? getKeyColumns(resource)

/** Returns everything that is wrong with the objects embedded in rows under one name. */
export function findEmbeddedFaults(
  { role, trees, resource }: { role: Role; trees: AccountTrees; resource: AnyResource },
  embed: string,
  rows: readonly Row[],
): string[] {
  const [name = '', part] = embed.split('.')
  const faults = rows.map((row) =>
    name === 'permissions' ? findFlagFault(row, part) : findRelationFault(row, name, row[name] as Row | Row[] | null),
  )
  return faults.filter((fault) => fault !== null)

  function findFlagFault(row: Row, part: string | undefined): string | null {
    const shown = row['permissions'] as Readonly<Record<string, boolean>>
    const expected = flagsOf(role, resource.name, subjectOf(resource.name, row, trees))
    const names = part === undefined ? [...new Set([...Object.keys(expected), ...Object.keys(shown)])] : [part]
    const wrong = names.filter((flag) => shown[flag] !== expected[flag])
    return wrong.length > 0 ? `flags ${wrong.join(', ')} of ${row['id'] ?? ''} have unexpected values` : null
  }

  function findRelationFault(row: Row, relation: string, shown: Row | Row[] | null): string | null {
    const { target = '', column = '', kind } = resource.relations?.[relation] ?? {}
    const readable = getReadableIds(role, trees, target)
    const keys = [row[column]].flat().filter((key) => key !== null) as Id[]
    const expectedCount = keys.filter((key) => readable.has(key)).length
    const found = [shown].flat().filter((one) => one !== null)
    if (found.length !== expectedCount)
      return `${found.length} ${relation} instead of ${expectedCount} in ${row['id'] ?? ''}`
    const strangers = found.filter((one) => 'id' in one && !keys.includes(one['id'] as Id))
    return kind === undefined || strangers.length > 0 ? `${relation} of ${row['id'] ?? ''} is another row` : null
  }
}

/** Converts a row of a response to the subject that the oracle knows. */
function subjectOf(resource: string, row: Row, { holders, packages, thing: thingOf }: AccountTrees): Subject {
  const thing = isThing(resource) ? thingOf(resource, getIdentity(resource, row)) : undefined
  if (thing) return { kind: 'thing', thing }
  const holderId = row['account_id'] ?? row['id']
  const offer = packages.find(({ id }) => id === row['id'])
  if (resource.endsWith('package') && offer) return { kind: 'package', offer }
  const holder = holders.find(({ id }) => id === holderId)
  const isHeld = ['account', 'admin_account', 'user_data', 'session', 'audit', 'authentication'].includes(resource)
  return isHeld && holder ? { kind: 'holder', holder } : { kind: 'word' }
}
