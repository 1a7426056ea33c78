import { type PatchOperation, removeSchemaPrefix, requireObject, toShortText } from './requests.ts'
import { ScimError } from './scim-error.ts'

const maxMembers = 1_000

/** The state of a group after a request. */
export interface GroupState {
  readonly displayName: string
  readonly externalId: string | null
  readonly members: ReadonlySet<number>
  /** Users whom the request takes out of the group, whether or not they were members. */
  readonly removed: ReadonlySet<number>
}

/** Reads a group from a resource. */
export function readGroupState(body: unknown): GroupState {
  const attributes = Object.fromEntries(
    Object.entries(requireObject(body)).map(([key, value]) => [removeSchemaPrefix(key).toLowerCase(), value]),
  )
  return {
    displayName: toShortText(attributes['displayname'], 'displayName'),
    externalId: attributes['externalid'] == null ? null : toShortText(attributes['externalid'], 'externalId'),
    members: new Set(readMembers(attributes['members'] ?? [])),
    removed: new Set(),
  }
}

/** Folds the operations of a PATCH, so that only their result is applied. */
export const patchGroup = (state: GroupState, operations: readonly PatchOperation[]): GroupState =>
  operations.reduce(applyOperation, state)

function applyOperation(state: GroupState, { op, path, value }: PatchOperation): GroupState {
  const [, filteredId] = /^members\[\s*value\s+eq\s+"(\d{1,15})"\s*\]$/i.exec(path) ?? []
  const attribute = path.toLowerCase()
  if (filteredId !== undefined && op === 'remove') return removeMembers(state, [Number(filteredId)])
  if (attribute === 'members') return changeMembers(state, op, value)
  if (attribute === 'displayname' && op !== 'remove')
    return { ...state, displayName: toShortText(value, 'displayName') }
  if (attribute === 'externalid' && op !== 'remove') return { ...state, externalId: toShortText(value, 'externalId') }
  if (attribute !== '') throw new ScimError(400, `${path} cannot be changed.`, 'invalidPath')
  return Object.entries(requireObject(value))
    .map(([key, one]) => ({ op, path: removeSchemaPrefix(key), value: one }))
    .filter((one) => ['displayname', 'externalid', 'members'].includes(one.path.toLowerCase()))
    .reduce(applyOperation, state)
}

function changeMembers(state: GroupState, op: PatchOperation['op'], value: unknown): GroupState {
  if (op === 'remove') return removeMembers(state, value === undefined ? state.members : readMembers(value))
  const memberIds = readMembers(value)
  return { ...state, members: new Set(op === 'add' ? [...state.members, ...memberIds] : memberIds) }
}

function removeMembers(state: GroupState, ids: Iterable<number>): GroupState {
  const removed = new Set(ids)
  return { ...state, members: state.members.difference(removed), removed: state.removed.union(removed) }
}

function readMembers(value: unknown): number[] {
  const all = Array.isArray(value) ? value : [value]
  if (all.length > maxMembers) throw new ScimError(400, `Send at most ${maxMembers} members at once.`, 'tooMany')
  return all.map((each) => {
    const { value: id } = requireObject(each)
    const isId = (typeof id === 'string' || typeof id === 'number') && /^\d{1,15}$/.test(String(id))
    if (!isId) throw new ScimError(400, 'The value of a member must be the id of a user.', 'invalidValue')
    return Number(id)
  })
}
