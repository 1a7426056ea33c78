import { callAndRollBack, type Proof } from './cells.ts'
import { flagsOf } from './flags.ts'
import { changeHidden } from './hidden.ts'
import type { Kind, Reference as Naming } from './kind.ts'
import { getParentColumn, kinds } from './kinds.ts'
import { listLeaks } from './leaks.ts'
import { getVisible, isLockedOut } from './oracle.ts'
import type { Cell } from './report.ts'
import { buildPath, newcomer, resolveBody, toTarget } from './requests.ts'
import type { Role } from './roles.ts'
import type { ApiSandbox, Reply, SandboxRequest } from './sandbox.ts'
import { hashToNumber } from './thin.ts'
import { absentId, type Thing } from './things.ts'
import type { AccountTrees, Holder } from './trees.ts'

/** A request that names a row which the role may not read. */
interface Reference {
  readonly operation: string
  readonly label: string
  readonly request: SandboxRequest
  /** The same request with a row that does not exist. */
  readonly absent: SandboxRequest
}

/** The roles that a reduced run uses. */
const thinRoles = ['additional user', 'sub-account', 'stranger']

/**
 * Tests references to hidden rows: the response must be that for a row which does not exist, whatever the hidden row
 * contains.
 */
export async function collectReferenceCells({ sandbox, trees, roles, operations, thin }: Proof): Promise<Cell[]> {
  const cells: Cell[] = []
  const served = new Set(operations.map(({ id }) => id))
  const testedRoles = thin ? roles.filter(({ name }) => thinRoles.includes(name)) : roles
  for (const role of testedRoles.filter((one) => one.scope === 'customer' && !isLockedOut(one)))
    await sandbox.withRollback(async () => {
      const allReferences = [
        ...listAccountReferences(role, trees),
        ...listRowReferences(role, trees, sandbox),
        ...listDeclarations(role, trees),
        ...listShareCopies(role, trees),
        ...listSensorReferences(role, trees),
      ]
      const references = allReferences.filter(
        ({ operation, label }) =>
          served.has(operation) && (!thin || hashToNumber(`${operation} ${label} ${role.name}`) % 2 === 0),
      )
      const firstReplies: (readonly [Reference, Reply, Reply])[] = []
      for (const reference of references)
        firstReplies.push([
          reference,
          await callAndRollBack(sandbox, reference.request, role),
          await callAndRollBack(sandbox, reference.absent, role),
        ])
      await changeHidden(sandbox, role, trees)
      for (const [reference, reply, absent] of firstReplies)
        cells.push(
          await createCell(role, reference, reply, absent, await callAndRollBack(sandbox, reference.request, role)),
        )
    })
  return cells
}

async function createCell(
  role: Role,
  reference: Reference,
  reply: Reply,
  absent: Reply,
  laterReply: Reply,
): Promise<Cell> {
  return {
    operation: reference.operation,
    role: role.name,
    target: reference.label,
    expected: 'refusal',
    flag: null,
    outcome: `${reply.status}, then ${laterReply.status}`,
    done: reply.status < 400,
    leaks: [
      // A response that is the same for a row which does not exist shows nothing of the hidden one.
      ...(await listLeaks({ reply, absentText: absent.text }, { maySee: () => true })),
      ...(reply.text === laterReply.text ? [] : [`depends on what is hidden: ${laterReply.text}`]),
    ],
    mismatches: [],
  }
}

function listAccountReferences(role: Role, trees: AccountTrees): Reference[] {
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
function listRowReferences(role: Role, trees: AccountTrees, sandbox: ApiSandbox): Reference[] {
  return Object.entries(kinds).flatMap(([resource, kind]) =>
    Object.entries(kind.references ?? {}).flatMap(([label, naming]) => {
      const [field = ''] = label.split('.')
      return hiddenIds(role, trees, naming.to).flatMap(([id, hidden]) =>
        [getCreation(resource, kind), ...listChanges(resource, field, id)].flatMap((asked) =>
          asked
            ? [createReference(asked.operation, `${label} ${hidden}`, (key) => asked.with(field, naming, key), id)]
            : [],
        ),
      )
    }),
  )

  /** Returns the creation of a row below one that the role may add to, or below the caller's own account. */
  function getCreation(resource: string, { parentResource: hangsOn, createFlag, body = {} }: Kind) {
    const operation = findOperation(`create_${resource}`)
    const parent = hangsOn === 'account' ? undefined : findThing(hangsOn, createFlag ?? '')
    if (!operation || (hangsOn !== 'account' && !parent)) return undefined
    const resolvedBody = resolveBody(body, parent?.owner, trees)
    const fullBody = { ...resolvedBody, ...(parent && { [getParentColumn(resource)]: parent.id }) }
    return {
      operation: operation.id,
      with: (field: string, { toValue: written }: Naming, id: number): SandboxRequest => ({
        method: 'POST',
        path: operation.path,
        // Replaces the valid reference: two in one request could reveal more than each alone.
        body: { ...(field === 'owner_id' ? resolvedBody : fullBody), [field]: written(id) },
      }),
    }
  }

  /** Returns a change of a row that the role may change, if the field can be changed at all. */
  function listChanges(resource: string, field: string, id: number) {
    const changeable = findThing(resource, 'update')
    // A value in a record that the role may read is no secret, and repeating it is no change.
    const isThere =
      changeable?.owner?.id === id || Object.values(changeable?.lists ?? {}).some((ids) => ids.includes(id))
    if (!changeable || isThere || !sandbox.registry.get(resource).update?.fields.includes(field)) return []
    return [`update_${resource}`, `put_${resource}`].map(findOperation).flatMap((operation) =>
      operation
        ? {
            operation: operation.id,
            with: (name: string, { toValue: written }: Naming, of: number): SandboxRequest => ({
              method: 'PUT',
              path: buildPath(operation, toTarget(changeable)),
              body: { [name]: written(of) },
            }),
          }
        : [],
    )
  }

  function findOperation(operation: string) {
    return sandbox.operations.find(({ id }) => id === operation)
  }

  function findThing(resource: string, flag: string): Thing | undefined {
    return [...getVisible(role, trees).things].find(
      (thing) => thing.resource === resource && flagsOf(role, resource, { kind: 'thing', thing })[flag],
    )
  }
}

/** Returns declared configurations that name sensors and contact groups by id. */
function listDeclarations(role: Role, trees: AccountTrees): Reference[] {
  const declare = (more: object) => ({ external_id: 'new', name: 'New', ...more })
  const documents: readonly (readonly [string, string, (id: number) => object])[] = [
    ['groups', 'sensor', (id) => ({ groups: [declare({ assigned_sensor_ids: { default: [id] } })] })],
    [
      'services',
      'sensor',
      (id) => ({ services: [declare({ type_id: 'http', address: 'http://new.example.com/', sensor_ids: [id] })] }),
    ],
    [
      'escalations',
      'contact_group',
      (id) => ({
        events: [declare({ kind: 'failure' })],
        escalations: [declare({ event: 'new', contact_group_ids: [id] })],
      }),
    ],
  ]
  return documents.flatMap(([section, resource, document]) =>
    hiddenIds(role, trees, resource).map(([id, label]) =>
      createReference(
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
function listShareCopies(role: Role, trees: AccountTrees): Reference[] {
  const sources = getVisible(role, trees).accounts.filter(
    (holder) => flagsOf(role, 'account', { kind: 'holder', holder })['copy_group_shares'],
  )
  return sources
    .slice(0, 1)
    .flatMap((source) =>
      hiddenAccounts(role, trees).map(({ id, name }) =>
        createReference(
          'copy_group_shares',
          `${source.name} to ${name}`,
          (key) => ({ method: 'POST', path: `/accounts/${source.id}/copy_group_shares`, body: { by_id: [key] } }),
          id,
        ),
      ),
    )
}

/** Returns manual checks and diagnostics on sensors that the role may not read. */
function listSensorReferences(role: Role, trees: AccountTrees): Reference[] {
  // Sensors other than those of the service need the right to change it.
  const checkableService = [...getVisible(role, trees).things].find((thing) => {
    const flags = thing.resource === 'service' ? flagsOf(role, 'service', { kind: 'thing', thing }) : {}
    return flags['force_analysis'] && flags['update']
  })
  const requests: readonly (readonly [string, string, (id: number) => object])[] = [
    [
      'create_traceroute_diagnostic',
      '/system/traceroute_diagnostics',
      (sensor_id) => ({ sensor_id, settings: { address: 'example.com' } }),
    ],
    ...(checkableService
      ? [['force_custom_analysis', `/services/${checkableService.id}/force_custom_analysis`, sensorIds] as const]
      : []),
  ]
  return requests.flatMap(([operation, path, body]) =>
    hiddenIds(role, trees, 'sensor').map(([id, label]) =>
      createReference(operation, label, (key) => ({ method: 'POST', path, body: body(key) }), id),
    ),
  )
}

const sensorIds = (id: number) => ({ sensor_ids: [id] })

function packageReferences(role: Role, id: number, name: string, accounts: readonly Holder[]): Reference[] {
  const changeable = accounts.filter(
    (holder) => holder.package.id !== id && flagsOf(role, 'account', { kind: 'holder', holder })['update'],
  )
  return [
    createReference(
      'create_subaccount',
      `package ${name}`,
      (package_id) => post('/accounts/subaccount', { package_id }),
      id,
    ),
    createReference('create_account', `package ${name}`, (package_id) => post('/accounts', { package_id }), id),
    ...changeable.map((holder) =>
      createReference(
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
  createReference(
    'create_account',
    `parent ${name}`,
    (parent_account_id) => post('/accounts', { parent_account_id }),
    id,
  ),
  ...trees.packages.map((offer) =>
    createReference(
      'create_account',
      `parent ${name}, package ${offer.name}`,
      (parent_account_id) => post('/accounts', { parent_account_id, package_id: offer.id }),
      id,
    ),
  ),
]

const createReference = (
  operation: string,
  label: string,
  createRequest: (id: number) => SandboxRequest,
  id: number,
): Reference => ({
  operation,
  label,
  request: createRequest(id),
  absent: createRequest(absentId),
})

const post = (path: string, fields: object): SandboxRequest => ({
  method: 'POST',
  path,
  body: { ...newcomer, ...fields },
})
