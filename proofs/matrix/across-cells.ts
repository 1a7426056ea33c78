import type { TestApi } from '@wachta/testing/api/start-api'
import { callTargets, type Proof } from './cells.ts'
import { findChangedAccounts, takeFingerprints } from './effects.ts'
import { listLeaks } from './leaks.ts'
import type { Target } from './oracle.ts'
import { findMismatches, toOutcome } from './outcome.ts'
import type { Cell } from './report.ts'
import { buildRequest, listTargets } from './requests.ts'
import type { Role } from './roles.ts'
import { findRule, type Rule } from './rules.ts'
import { hashToNumber } from './thin.ts'
import type { AccountTrees } from './trees.ts'

/** The number of the second cell of the installation. */
export const otherCellNumber = 2
/** The ids that it may allocate begin here. */
const firstForeignId = otherCellNumber * 1_000_000_000_000

/** A second cell of the installation: the same trees with other ids and other canaries. */
export interface OtherCell {
  readonly api: TestApi
  readonly trees: AccountTrees
}

type ServedCell = Pick<Proof, 'sandbox' | 'trees'>

/**
 * Makes calls across two cells. In its own cell, each role names rows of the other cell, which must not exist there. In
 * the other cell, where a wrong route could lead it, no role is known.
 */
export async function collectCallsAcrossCells(proof: Proof, other: ServedCell): Promise<Cell[]> {
  const callsOnForeignRows = await callTargets(proof, proof.roles, (operation, rule, role) =>
    selectTarget(listForeignTargets(rule, role, other.trees), `foreign ${operation.id} ${role.name}`, proof.thin),
  )
  return [...callsOnForeignRows, ...(await callOtherCell(proof, other))]
}

/** Returns ids that rows of both cells have: each of them would lead to another row after a wrong route. */
export function findSharedIds(one: AccountTrees, other: AccountTrees): string[] {
  const ids = new Set(listIds(one))
  return listIds(other)
    .filter((id) => ids.has(id))
    .map((id) => `both cells have ${id}`)
}

const listIds = ({ holders, packages, sessions, things }: AccountTrees): string[] => [
  ...holders.map(({ id }) => `account ${id}`),
  ...packages.map(({ id }) => `package ${id}`),
  ...sessions.map(({ id }) => `session ${id}`),
  ...things.filter(({ id }) => typeof id === 'number').map(({ resource, id }) => `${resource} ${id}`),
]

/** Rules of operations that name no row by its id. */
const kindsWithoutIds: readonly Rule['kind'][] = ['token', 'link', 'sign-in', 'call']

/** The rows of the other cell that an operation can name; for the oracle they are absent. */
function listForeignTargets(rule: Rule, role: Role, trees: AccountTrees): Target[] {
  if (kindsWithoutIds.includes(rule.kind) || rule.decideOutcome || rule.byName) return []
  return listTargets(rule, role, trees)
    .filter((target) => target !== null)
    .filter(isForeign)
    .map(({ label, key, more, members }) => ({
      ...{ label: `${label} of the other cell`, key, absent: true },
      ...(more && { more }),
      ...(members && { members }),
    }))
}

const isForeign = ({ key, members }: Target): boolean =>
  (members?.map((thing) => thing?.id) ?? [key]).every((id) => Number(id) > firstForeignId)

/** Calls each operation in the other cell, where the sessions of the roles do not exist. */
async function callOtherCell({ roles, operations, thin }: Proof, { sandbox, trees }: ServedCell): Promise<Cell[]> {
  const before = await sandbox.withRollback(() => takeFingerprints(sandbox))
  const cells: Cell[] = []
  for (const role of roles.filter(({ session }) => session !== null))
    for (const operation of operations) {
      const rule = findRule(operation)
      const targets = rule ? listTargets(rule, role, trees) : []
      for (const target of selectTarget(targets, `misrouted ${operation.id} ${role.name}`, thin)) {
        const request = buildRequest(operation, target, trees)
        const { reply, changed } = await sandbox.withRollback(async () => ({
          reply: await sandbox.call(request, role.session?.authorization),
          changed: await findChangedAccounts(before, sandbox),
        }))
        cells.push({
          operation: operation.id,
          role: role.name,
          target: `${target?.label ?? '-'}, asked in the other cell`,
          expected: 'unauthenticated',
          flag: null,
          outcome: `${toOutcome(reply)} (${reply.status})`,
          // What an operation does is shown by the calls of its own cell.
          done: false,
          leaks: await listLeaks({ reply, changed }),
          mismatches: findMismatches('unauthenticated', toOutcome(reply), null),
        })
      }
    }
  return cells
}

/** A thin matrix makes one call of this many. */
const thinShare = 20

/** Selects one target pseudo-randomly. */
function selectTarget<T>(targets: readonly T[], words: string, thin: boolean): T[] {
  const number = hashToNumber(words)
  if (thin && number % thinShare > 0) return []
  const start = Math.floor(number / thinShare) % Math.max(1, targets.length)
  return targets.slice(start, start + 1)
}
