import { changesData, type Operation } from '@wachta/resource'
import { findCanaries } from './canaries.ts'
import type { Proof } from './cells.ts'
import { getOwners, getVerdict, getVisible, getVisibleCanaries, isLockedOut, type Target } from './oracle.ts'
import type { Cell } from './report.ts'
import { buildRequest, listTargets } from './requests.ts'
import type { Role } from './roles.ts'
import { findRule } from './rules.ts'
import { hashToNumber, selectOneOfEach } from './thin.ts'
import type { Holder } from './trees.ts'

/**
 * Checks that the audit log reveals nothing hidden: after every allowed write, each role that may read the audit log of
 * the account reads it, and must find nothing there that the records hide from it.
 */
export async function collectAuditLogCells({ sandbox, trees, roles, operations, thin }: Proof): Promise<Cell[]> {
  const cells: Cell[] = []
  for (const operation of operations.filter(changesData))
    for (const role of roles)
      for (const target of selectWriteTargets(operation, role))
        await sandbox.withRollback(async () => {
          const writeReply = await sandbox.call(buildRequest(operation, target, trees), role.session?.authorization)
          for (const holder of new Set(getOwners(target)))
            for (const reader of holder ? listAuditReaders(holder) : [])
              if (holder) cells.push(await readAuditLog(operation, role, target, holder, reader, writeReply.status))
        })
  return cells

  /** Returns the accounts of tree A on which the operation is allowed, and one of the records that belong to them. */
  function selectWriteTargets(operation: Operation, role: Role): Target[] {
    const rule = findRule(operation)
    if (rule?.kind !== 'act' && rule?.kind !== 'bulk') return []
    const allowed = listTargets(rule, role, trees).filter(
      (target): target is Target =>
        /^(?:\w+ )?A\.(main|user|sub)\b/.test(target?.label ?? '') &&
        getVerdict(rule, role, target, trees) === 'allowed',
    )
    const kindOf = ({ label, thing, members }: Target) => (thing || members ? 'thing' : label)
    if (thin && hashToNumber(`${operation.id} ${role.name}`) % 3 !== 0) return []
    return selectOneOfEach(allowed, `${operation.id} ${role.name}`, thin ? () => 'any' : kindOf)
  }

  function listAuditReaders(holder: Holder): Role[] {
    return roles.filter((one) => !isLockedOut(one) && getVisible(one, trees).logged.includes(holder))
  }

  async function readAuditLog(
    operation: Operation,
    role: Role,
    target: Target,
    holder: Holder,
    reader: Role,
    writeStatus: number,
  ): Promise<Cell> {
    const path = `/accounts/${holder.id}/logs/audit?limit=1000`
    const { status, text } = await sandbox.call({ method: 'GET', path }, reader.session?.authorization)
    const allowedCanaries = getVisibleCanaries(reader, trees)
    return {
      operation: `${operation.id}, then list_account_audits`,
      role: `${role.name}, then ${reader.name}`,
      target: target.label,
      expected: 'nothing hidden',
      flag: null,
      outcome: `${writeStatus}, then ${status}`,
      done: writeStatus < 400,
      leaks: findCanaries(text)
        .filter((word) => !allowedCanaries.has(word))
        .map((word) => `shows ${word}`),
      mismatches: [],
    }
  }
}
