import { randomBytes } from 'node:crypto'
import { hashToken } from '@wachta/api/src/platform/authentication/tokens.ts'
import type { Database } from '@wachta/database'
import { createApiKey } from '@wachta/domain'
import { sql } from 'kysely'
import { callTargets, type Proof } from './cells.ts'
import { expectedOf } from './expected.ts'
import { getRequirement, keyScopes, mayCallWith, scopesWithinGroups } from './key-scopes.ts'
import type { Id } from './kind.ts'
import type { Cell } from './report.ts'
import { listTargets } from './requests.ts'
import type { Role } from './roles.ts'
import { collectSearchCells } from './searches.ts'
import { hashToNumber, selectOneOfEach } from './thin.ts'
import type { Thing } from './things.ts'
import type { AccountTrees, Holder } from './trees.ts'

/** The roles with keys, and the keys as rows of accounts. */
interface Keys {
  readonly roles: readonly Role[]
  readonly things: readonly Thing[]
}

/**
 * Creates a key of the main account of tree A for every scope, and keys that are limited or extended in every other
 * way.
 */
export async function createKeyRoles(
  db: Database,
  trees: Omit<AccountTrees, 'artifactToken' | 'reportTokens'>,
): Promise<Keys> {
  const secondGroup = trees.findByLabel('group A.main/second').id
  const planned: [name: string, holder: string, scopes: readonly string[], group: Id | null][] = [
    ...keyScopes.map((scope): [string, string, string[], null] => [`key ${scope}`, 'A.main', [scope], null]),
    ['key of every scope', 'A.main', keyScopes, null],
    ['key limited to a group', 'A.main', scopesWithinGroups, secondGroup],
    ['key limited to a shared group', 'A.sub', scopesWithinGroups, secondGroup],
    ['key of a read-only user', 'A.viewer', keyScopes, null],
    ['key of an editor of a group', 'A.editor', keyScopes, null],
    ['key of an administrator', 'staff', keyScopes, null],
    ['key of a blocked account', 'E.main', keyScopes, null],
  ]
  const keys = { roles: [] as Role[], things: [] as Thing[] }
  for (const [name, holderName, scopes, group] of planned) {
    const holder = trees.holder(holderName)
    const key = createApiKey(randomBytes, 0)
    const [row] = await db.query(sql<{ id: number }>`insert into api_key
  (account_id, name, prefix, key_hash, scopes, group_ids, last_used_at)
values (${holder.id}, ${name}, 'wak_', ${hashToken(key)}, ${scopes}, ${group === null ? null : [group]}, ${trees.seededAt})
returning id`)
    const session = { id: 0, number: -1, holder, authorization: `Bearer ${key}` }
    // A user who is limited to a group can only create keys with that limit.
    const limits = holder.group === null ? { scopes, group } : { scopes: scopesWithinGroups, group: secondGroup }
    keys.roles.push({ name, holder, scope: 'customer', session, key: limits })
    keys.things.push(createKeyThing(row?.id ?? 0, name, holder))
  }
  return keys
}

const createKeyThing = (id: number, name: string, owner: Holder): Thing => ({
  resource: 'api_key',
  label: `api_key ${owner.name}/${name}`,
  keys: [id],
  id,
  word: null,
  owner,
  parent: null,
  shares: new Map(),
  traits: new Set(),
  under: { account: owner.id },
  lists: {},
  combination: null,
})

/**
 * Calls every operation with every key: a call within the scopes is judged as a call of the holder, any other must be
 * rejected.
 */
export async function collectKeyCells(proof: Proof): Promise<Cell[]> {
  const { trees, thin } = proof
  const calls = await callTargets(proof, proof.keyRoles, (operation, rule, role) => {
    const targets = listTargets(rule, role, trees)
    const words = `${operation.id} ${role.name}`
    // Rejected before the target is examined.
    if (!mayCallWith(operation, role))
      return thin && hashToNumber(words) % 12 !== 0
        ? []
        : targets.slice(hashToNumber(words) % targets.length).slice(0, 1)
    if (role.key?.group && !thin) return targets
    return selectOneOfEach(targets, words, (target) => expectedOf(operation, rule, role, target, trees))
  })
  // The content of a list depends on the groups of a key; its scopes decide only whether it is served at all.
  const limitedRoles = proof.keyRoles.filter(({ key }) => key?.group)
  const searches = proof.operations.filter((operation) => getRequirement(operation) !== 'session')
  return [...calls, ...(await collectSearchCells({ ...proof, roles: limitedRoles, operations: searches }))]
}
