import { changes, type Operation } from '@wachta/resource'
import { canariesIn } from './matrix-canaries.ts'
import type { Proof } from './matrix-cells.ts'
import { isLockedOut, sightOf, type Target, verdict, visibleCanaries } from './matrix-oracle.ts'
import type { Cell } from './matrix-report.ts'
import { requestOf, targetsOf } from './matrix-requests.ts'
import type { Role } from './matrix-roles.ts'
import { rules } from './matrix-rules.ts'

/**
 * What a write leaves behind is read by others than who made it: after every write that is allowed, whoever may read
 * the log of the account looks at it, and finds nothing there that the records would have hidden.
 */
export async function aftermathCells({ stage, trees, roles, operations }: Proof): Promise<Cell[]> {
  const cells: Cell[] = []
  for (const operation of operations.filter(changes))
    for (const role of roles)
      for (const target of writtenBy(operation, role))
        await stage.scene(async () => {
          const wrote = await stage.call(requestOf(operation, target, trees), role.session?.authorization)
          for (const reader of readersOf(target)) cells.push(await look(operation, role, target, reader, wrote.status))
        })
  return cells

  /** The accounts of tree A that the role may do this to. */
  function writtenBy(operation: Operation, role: Role): Target[] {
    const rule = rules[operation.id]
    if (rule?.kind !== 'act') return []
    return targetsOf(rule, role, trees).filter(
      (target): target is Target =>
        /^A\.(main|user|sub)$/.test(target?.label ?? '') && verdict(rule, role, target) === 'allowed',
    )
  }

  function readersOf({ holder }: Target): Role[] {
    return roles.filter((one) => !isLockedOut(one) && holder && sightOf(one, trees).logged.includes(holder))
  }

  async function look(operation: Operation, role: Role, target: Target, reader: Role, written: number): Promise<Cell> {
    const path = `/accounts/${target.holder?.id}/logs/audit?limit=1000`
    const { status, text } = await stage.call({ method: 'GET', path }, reader.session?.authorization)
    const mayShow = visibleCanaries(reader, trees)
    return {
      operation: `${operation.id}, then list_account_audits`,
      role: `${role.name}, then ${reader.name}`,
      target: target.label,
      expected: 'nothing hidden',
      flag: null,
      outcome: `${written}, then ${status}`,
      done: written < 400,
      leaks: canariesIn(text)
        .filter((word) => !mayShow.has(word))
        .map((word) => `shows ${word}`),
      mismatches: [],
    }
  }
}
