import { callIn, type Proof } from './matrix-cells.ts'
import { flagsOf } from './matrix-flags.ts'
import { changeHidden } from './matrix-hidden.ts'
import { isLockedOut, sightOf } from './matrix-oracle.ts'
import type { Cell } from './matrix-report.ts'
import { absentId, newcomer } from './matrix-requests.ts'
import type { Role } from './matrix-roles.ts'
import type { Asked, Reply } from './matrix-stage.ts'
import type { Holder, Trees } from './matrix-trees.ts'

/** A request that speaks of a row which the role may not read. */
interface Reference {
  readonly operation: string
  readonly label: string
  readonly asked: Asked
  /** The same about a row that does not exist. */
  readonly absent: Asked
}

/** References to what is hidden: the answer is that for what does not exist, whatever the hidden row holds. */
export async function referenceCells({ stage, trees, roles, operations }: Proof): Promise<Cell[]> {
  const cells: Cell[] = []
  const served = new Set(operations.map(({ id }) => id))
  for (const role of roles.filter((one) => one.scope === 'customer' && !isLockedOut(one)))
    await stage.scene(async () => {
      const references = referencesOf(role, trees).filter(({ operation }) => served.has(operation))
      const before: (readonly [Reference, Reply, Reply])[] = []
      for (const reference of references)
        before.push([
          reference,
          await callIn(stage, reference.asked, role),
          await callIn(stage, reference.absent, role),
        ])
      await changeHidden(stage, role, trees)
      for (const [reference, reply, absent] of before)
        cells.push(judge(role, reference, reply, absent, await callIn(stage, reference.asked, role)))
    })
  return cells
}

function judge(role: Role, reference: Reference, reply: Reply, absent: Reply, again: Reply): Cell {
  return {
    operation: reference.operation,
    role: role.name,
    target: reference.label,
    expected: 'refusal',
    flag: null,
    outcome: `${reply.status}, then ${again.status}`,
    done: reply.status < 400,
    leaks: [
      ...(reply.status < 400 ? ['the call went through'] : []),
      ...(reply.text === absent.text ? [] : [`differs from the answer for what does not exist: ${reply.text}`]),
      ...(reply.text === again.text ? [] : [`depends on what is hidden: ${again.text}`]),
    ],
    mismatches: [],
  }
}

function referencesOf(role: Role, trees: Trees): Reference[] {
  const { accounts, packages } = sightOf(role, trees)
  const hiddenPackages = trees.packages.filter((offer) => !packages.includes(offer))
  // One account of each kind tells as much as all of them.
  const hiddenAccounts = ['A.main', 'B.main', 'B.user', 'B.sub', 'C.bare']
    .map(trees.holder)
    .filter((one) => !accounts.includes(one))
  return [
    ...hiddenPackages.flatMap(({ id, name }) => packageReferences(role, id, name, accounts)),
    ...hiddenAccounts.flatMap(({ id, name }) => parentReferences(id, name, trees)),
  ]
}

function packageReferences(role: Role, id: number, name: string, accounts: readonly Holder[]): Reference[] {
  const changed = accounts.filter(
    (holder) => holder.package.id !== id && flagsOf(role, 'account', { kind: 'holder', holder })['update'],
  )
  return [
    reference('create_subaccount', `package ${name}`, (package_id) => post('/accounts/subaccount', { package_id }), id),
    reference('create_account', `package ${name}`, (package_id) => post('/accounts', { package_id }), id),
    ...changed.map((holder) =>
      reference(
        'update_account',
        `${holder.name}, package ${name}`,
        (package_id) => ({ method: 'PUT', path: `/accounts/${holder.id}`, body: { package_id } }),
        id,
      ),
    ),
  ]
}

/** Whoever guesses at the package of a hidden account must not be told that the guess was right. */
const parentReferences = (id: number, name: string, trees: Trees): Reference[] => [
  reference('create_account', `parent ${name}`, (parent_account_id) => post('/accounts', { parent_account_id }), id),
  ...trees.packages.map((offer) =>
    reference(
      'create_account',
      `parent ${name}, package ${offer.name}`,
      (parent_account_id) => post('/accounts', { parent_account_id, package_id: offer.id }),
      id,
    ),
  ),
]

const reference = (operation: string, label: string, asked: (id: number) => Asked, id: number): Reference => ({
  operation,
  label,
  asked: asked(id),
  absent: asked(absentId),
})

const post = (path: string, said: object): Asked => ({ method: 'POST', path, body: { ...newcomer, ...said } })
