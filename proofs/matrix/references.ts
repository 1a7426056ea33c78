import { callAndRollBack, type Proof } from './cells.ts'
import { flagsOf } from './flags.ts'
import { changeHidden } from './hidden.ts'
import type { Kind, Reference as Naming } from './kind.ts'
import { kinds, parentColumn } from './kinds.ts'
import { getVisible, isLockedOut } from './oracle.ts'
import type { Cell } from './report.ts'
import { newcomer, pathOf, said, targetOf } from './requests.ts'
import type { Role } from './roles.ts'
import type { ApiSandbox, Reply, SandboxRequest } from './sandbox.ts'
import { hashToNumber } from './thin.ts'
import { absentId, type Thing } from './things.ts'
import type { AccountTrees, Holder } from './trees.ts'

/** A request that names a row which the role may not read. */
interface Reference {
  readonly operation: string
  readonly label: string
  readonly asked: SandboxRequest
  /** The same request with a row that does not exist. */
  readonly absent: SandboxRequest
}

/** The roles that a reduced run uses. */
const fewRoles = ['additional user', 'sub-account', 'stranger']

/**
 * Tests references to hidden rows: the response must be that for a row which does not exist, whatever the hidden row
 * contains.
 */
export async function referenceCells({ sandbox, trees, roles, operations, thin }: Proof): Promise<Cell[]> {
  const cells: Cell[] = []
  const served = new Set(operations.map(({ id }) => id))
  const asking = thin ? roles.filter(({ name }) => fewRoles.includes(name)) : roles
  for (const role of asking.filter((one) => one.scope === 'customer' && !isLockedOut(one)))
    await sandbox.withRollback(async () => {
      const named = [
        ...referencesOf(role, trees),
        ...thingReferences(role, trees, sandbox),
        ...declarations(role, trees),
        ...copies(role, trees),
        ...sensors(role, trees),
      ]
      const references = named.filter(
        ({ operation, label }) =>
          served.has(operation) && (!thin || hashToNumber(`${operation} ${label} ${role.name}`) % 2 === 0),
      )
      const before: (readonly [Reference, Reply, Reply])[] = []
      for (const reference of references)
        before.push([
          reference,
          await callAndRollBack(sandbox, reference.asked, role),
          await callAndRollBack(sandbox, reference.absent, role),
        ])
      await changeHidden(sandbox, role, trees)
      for (const [reference, reply, absent] of before)
        cells.push(judge(role, reference, reply, absent, await callAndRollBack(sandbox, reference.asked, role)))
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

function referencesOf(role: Role, trees: AccountTrees): Reference[] {
  const { accounts, packages } = getVisible(role, trees)
  const hiddenPackages = trees.packages.filter((offer) => !packages.includes(offer))
  return [
    ...hiddenPackages.flatMap(({ id, name }) => packageReferences(role, id, name, accounts)),
    ...hiddenAccounts(role, trees).flatMap(({ id, name }) => parentReferences(id, name, trees)),
  ]
}

/** One account of each kind is enough. */
const hiddenAccounts = (role: Role, trees: AccountTrees): Holder[] =>
  ['A.main', 'B.main', 'B.user', 'B.sub', 'C.bare']
    .map(trees.holder)
    .filter((one) => !getVisible(role, trees).accounts.includes(one))

/** Returns requests with a reference in a field of a new or changed row. */
function thingReferences(role: Role, trees: AccountTrees, sandbox: ApiSandbox): Reference[] {
  return Object.entries(kinds).flatMap(([resource, kind]) =>
    Object.entries(kind.references ?? {}).flatMap(([label, naming]) => {
      const [field = ''] = label.split('.')
      return hiddenIds(role, trees, naming.to).flatMap(([id, hidden]) =>
        [creating(resource, kind), ...changing(resource, field, id)].flatMap((asked) =>
          asked ? [reference(asked.operation, `${label} ${hidden}`, (key) => asked.with(field, naming, key), id)] : [],
        ),
      )
    }),
  )

  /** Returns the creation of a row under one that the role may add to; by default under the caller's own account. */
  function creating(resource: string, { hangsOn, createFlag, body = {} }: Kind) {
    const operation = named(`create_${resource}`)
    const parent = hangsOn === 'account' ? undefined : held(hangsOn, createFlag ?? '')
    if (!operation || (hangsOn !== 'account' && !parent)) return undefined
    const own = said(body, parent?.owner, trees)
    const whole = { ...own, ...(parent && { [parentColumn(resource)]: parent.id }) }
    return {
      operation: operation.id,
      with: (field: string, { written }: Naming, id: number): SandboxRequest => ({
        method: 'POST',
        path: operation.path,
        // Replaced, because two references in one request could reveal more than each alone.
        body: { ...(field === 'owner_id' ? own : whole), [field]: written(id) },
      }),
    }
  }

  /** Returns a change of a row that the role may change, if the field can be changed at all. */
  function changing(resource: string, field: string, id: number) {
    const changed = held(resource, 'update')
    // A value in a record that the role may read is no secret, and repeating it is no change.
    const isThere = changed?.owner?.id === id || Object.values(changed?.lists ?? {}).some((ids) => ids.includes(id))
    if (!changed || isThere || !sandbox.registry.get(resource).update?.fields.includes(field)) return []
    return [`update_${resource}`, `put_${resource}`].map(named).flatMap((operation) =>
      operation
        ? {
            operation: operation.id,
            with: (name: string, { written }: Naming, of: number): SandboxRequest => ({
              method: 'PUT',
              path: pathOf(operation, targetOf(changed)),
              body: { [name]: written(of) },
            }),
          }
        : [],
    )
  }

  function named(operation: string) {
    return sandbox.operations.find(({ id }) => id === operation)
  }

  function held(resource: string, flag: string): Thing | undefined {
    return [...getVisible(role, trees).things].find(
      (thing) => thing.resource === resource && flagsOf(role, resource, { kind: 'thing', thing })[flag],
    )
  }
}

/** Returns declared configurations that name sensors and contact groups by id. */
function declarations(role: Role, trees: AccountTrees): Reference[] {
  const thing = (more: object) => ({ external_id: 'new', name: 'New', ...more })
  const documents: readonly (readonly [string, string, (id: number) => object])[] = [
    ['groups', 'sensor', (id) => ({ groups: [thing({ assigned_sensor_ids: { default: [id] } })] })],
    [
      'services',
      'sensor',
      (id) => ({ services: [thing({ type_id: 'http', address: 'http://new.example.com/', sensor_ids: [id] })] }),
    ],
    [
      'escalations',
      'contact_group',
      (id) => ({
        events: [thing({ kind: 'failure' })],
        escalations: [thing({ event: 'new', contact_group_ids: [id] })],
      }),
    ],
  ]
  return documents.flatMap(([section, resource, document]) =>
    hiddenIds(role, trees, resource).map(([id, label]) =>
      reference(
        'apply',
        `${section} with ${label}`,
        (key) => ({ method: 'POST', path: '/apply', body: { prune: false, ...document(key) } }),
        id,
      ),
    ),
  )
}

/** Returns a few rows of the resource that the role may not read, each of another account. */
function hiddenIds(role: Role, trees: AccountTrees, resource: string): [number, string][] {
  const { things } = getVisible(role, trees)
  if (resource === 'account') {
    // An account that something is shared with knows its owner.
    const known = new Set([...things].map(({ owner }) => owner))
    return hiddenAccounts(role, trees).flatMap((one) => (known.has(one) ? [] : [[one.id, one.name]]))
  }
  const unseen = trees.things.filter((one) => one.resource === resource && !things.has(one))
  return unseen
    .filter(({ owner }, index) => unseen.findLastIndex((other) => other.owner === owner) === index)
    .slice(0, 3)
    .map(({ id, label }) => [Number(id), label])
}

/** Returns requests that copy group shares to an account which the caller may not see. */
function copies(role: Role, trees: AccountTrees): Reference[] {
  const sources = getVisible(role, trees).accounts.filter(
    (holder) => flagsOf(role, 'account', { kind: 'holder', holder })['copy_group_shares'],
  )
  return sources
    .slice(0, 1)
    .flatMap((source) =>
      hiddenAccounts(role, trees).map(({ id, name }) =>
        reference(
          'copy_group_shares',
          `${source.name} to ${name}`,
          (key) => ({ method: 'POST', path: `/accounts/${source.id}/copy_group_shares`, body: { by_id: [key] } }),
          id,
        ),
      ),
    )
}

/** Returns manual checks and diagnostics on sensors that the role may not read. */
function sensors(role: Role, trees: AccountTrees): Reference[] {
  // Sensors other than those of the service need the right to change it.
  const forced = [...getVisible(role, trees).things].find((thing) => {
    const flags = thing.resource === 'service' ? flagsOf(role, 'service', { kind: 'thing', thing }) : {}
    return flags['force_analysis'] && flags['update']
  })
  const asking: readonly (readonly [string, string, (id: number) => object])[] = [
    [
      'create_traceroute_diagnostic',
      '/system/traceroute_diagnostics',
      (sensor_id) => ({ sensor_id, settings: { address: 'example.com' } }),
    ],
    ...(forced ? [['force_custom_analysis', `/services/${forced.id}/force_custom_analysis`, sensorIds] as const] : []),
  ]
  return asking.flatMap(([operation, path, body]) =>
    hiddenIds(role, trees, 'sensor').map(([id, label]) =>
      reference(operation, label, (key) => ({ method: 'POST', path, body: body(key) }), id),
    ),
  )
}

const sensorIds = (id: number) => ({ sensor_ids: [id] })

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

/** A caller who guesses the package of a hidden account must not learn whether the guess was right. */
const parentReferences = (id: number, name: string, trees: AccountTrees): Reference[] => [
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

const reference = (operation: string, label: string, asked: (id: number) => SandboxRequest, id: number): Reference => ({
  operation,
  label,
  asked: asked(id),
  absent: asked(absentId),
})

const post = (path: string, said: object): SandboxRequest => ({ method: 'POST', path, body: { ...newcomer, ...said } })
