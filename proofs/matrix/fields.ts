import { callAndRollBack, type Proof } from './cells.ts'
import { flagsOf } from './flags.ts'
import { getVerdict, getVisible, type Target, type Verdict } from './oracle.ts'
import { findMismatches, toOutcome } from './outcome.ts'
import type { Cell } from './report.ts'
import { listTargets } from './requests.ts'
import type { Role } from './roles.ts'
import { rules } from './rules.ts'
import type { AccountTrees, Holder } from './trees.ts'

/** Fields of an account that need more than the right to change it, each with a new value. */
const restrictedFields: Readonly<Record<string, (role: Role, target: Holder, trees: AccountTrees) => unknown>> = {
  is_read_only: (_role, target) => !target.readOnly,
  // A package that the caller can read, so that only the right to choose it decides.
  package_id: (role, target, trees) => getVisible(role, trees).packages.find((offer) => offer !== target.package)?.id,
}

/** Tests whether an account can lift the limits that were set on it. */
export async function collectFieldCells({ sandbox, trees, roles, operations }: Proof): Promise<Cell[]> {
  const rule = rules['update_account']
  const operation = operations.find(({ id }) => id === 'update_account')
  const cells: Cell[] = []
  if (!rule || !operation) return cells
  for (const role of roles)
    for (const target of listTargets(rule, role, trees))
      for (const [field, otherValue] of Object.entries(restrictedFields)) {
        const value = target?.holder && otherValue(role, target.holder, trees)
        if (!target || value === undefined) continue
        const request = { method: 'PUT', path: `/accounts/${target.key}`, body: { [field]: value } }
        const reply = await callAndRollBack(sandbox, request, role)
        const expected = fieldVerdict(field, role, target)
        const outcome = toOutcome(reply)
        cells.push({
          operation: `${operation.id} (${field})`,
          role: role.name,
          target: target.label,
          expected,
          flag: null,
          outcome: `${outcome} (${reply.status})`,
          done: reply.status < 400,
          leaks: reply.status < 400 && expected !== 'allowed' ? ['the change went through'] : [],
          mismatches: findMismatches(expected, outcome, null),
        })
      }
  return cells

  function fieldVerdict(field: string, role: Role, target: Target): Verdict {
    const accountVerdict = rule ? getVerdict(rule, role, target, trees) : 'forbidden'
    if (accountVerdict !== 'allowed' || !target.holder) return accountVerdict
    const mayChange = flagsOf(role, 'account_field', { kind: 'holder', holder: target.holder })[field]
    return mayChange ? 'allowed' : 'forbidden'
  }
}
