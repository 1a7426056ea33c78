import { callAndRollBack, type Proof } from './cells.ts'
import { flagsOf } from './flags.ts'
import { getVisible, type Target, type Verdict, verdict } from './oracle.ts'
import { mismatchesOf, outcomeOf } from './outcome.ts'
import type { Cell } from './report.ts'
import { targetsOf } from './requests.ts'
import type { Role } from './roles.ts'
import { rules } from './rules.ts'
import type { AccountTrees, Holder } from './trees.ts'

/** Fields of an account that need more than the right to change it, each with a new value. */
const fields: Readonly<Record<string, (role: Role, target: Holder, trees: AccountTrees) => unknown>> = {
  is_read_only: (_role, target) => !target.readOnly,
  // A package that the caller can read, so that only the right to choose it decides.
  package_id: (role, target, trees) => getVisible(role, trees).packages.find((offer) => offer !== target.package)?.id,
}

/** Tests whether an account can lift the limits that were set on it. */
export async function fieldCells({ sandbox, trees, roles, operations }: Proof): Promise<Cell[]> {
  const rule = rules['update_account']
  const operation = operations.find(({ id }) => id === 'update_account')
  const cells: Cell[] = []
  if (!rule || !operation) return cells
  for (const role of roles)
    for (const target of targetsOf(rule, role, trees))
      for (const [field, otherValue] of Object.entries(fields)) {
        const value = target?.holder && otherValue(role, target.holder, trees)
        if (!target || value === undefined) continue
        const asked = { method: 'PUT', path: `/accounts/${target.key}`, body: { [field]: value } }
        const reply = await callAndRollBack(sandbox, asked, role)
        const expected = fieldVerdict(field, role, target)
        const outcome = outcomeOf(reply)
        cells.push({
          operation: `${operation.id} (${field})`,
          role: role.name,
          target: target.label,
          expected,
          flag: null,
          outcome: `${outcome} (${reply.status})`,
          done: reply.status < 400,
          leaks: reply.status < 400 && expected !== 'allowed' ? ['the change went through'] : [],
          mismatches: mismatchesOf(expected, outcome, null),
        })
      }
  return cells

  function fieldVerdict(field: string, role: Role, target: Target): Verdict {
    const whole = rule ? verdict(rule, role, target, trees) : 'forbidden'
    if (whole !== 'allowed' || !target.holder) return whole
    const mayChange = flagsOf(role, 'account_field', { kind: 'holder', holder: target.holder })[field]
    return mayChange ? 'allowed' : 'forbidden'
  }
}
