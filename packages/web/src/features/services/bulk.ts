import { useQuery } from '@tanstack/react-query'
import { client } from '../../app/client/client.ts'
import { serviceListKeys } from './queries.ts'

export const bulkActions = ['pause', 'activate', 'move', 'sensors', 'tags', 'archive', 'delete'] as const
/** The actions for archived services. */
export const archivedActions = ['restore', 'delete'] as const
export type BulkAction = (typeof bulkActions)[number] | (typeof archivedActions)[number]

const permissionNames = ['update', 'move', 'delete', 'archive', 'restore'] as const
type PermissionName = (typeof permissionNames)[number]

/** The permission that each action needs on every selected service. */
export const requiredPermissions: Readonly<Record<BulkAction, PermissionName>> = {
  pause: 'update',
  activate: 'update',
  move: 'move',
  sensors: 'update',
  tags: 'update',
  archive: 'archive',
  restore: 'restore',
  delete: 'delete',
}

/** The maximum number of services in one bulk request of the API. */
const maxServicesPerRequest = 1000

/** Returns what the user may do with all of the services; everything is false until it is known. */
export function useBulkPermissions(ids: readonly number[]): Readonly<Record<PermissionName | 'areKnown', boolean>> {
  const { data = [] } = useQuery({
    queryKey: [...serviceListKeys.rights, ids],
    queryFn: async ({ signal }) => {
      const responses = await Promise.all(splitIntoChunks(ids).map((chunk) => loadPermissions(chunk, signal)))
      return responses.flat()
    },
    enabled: ids.length > 0,
  })
  const isGranted = (flag: PermissionName) =>
    data.length > 0 && data.every(({ permissions }) => permissions?.[flag] === true)
  const granted = Object.fromEntries(permissionNames.map((flag) => [flag, isGranted(flag)])) as Record<
    PermissionName,
    boolean
  >
  return { areKnown: data.length > 0, ...granted }
}

const loadPermissions = (ids: readonly number[], signal: AbortSignal) =>
  client.call(
    'search_services',
    {
      body: {
        fields: ['id'],
        embed: permissionNames.map((flag) => `permissions.${flag}` as const),
        filters: { id: [{ type: 'one_of', argument: ids }] },
        limit: maxServicesPerRequest,
      },
    },
    { signal },
  )

/** Input that some of the actions need. */
export interface BulkInput {
  readonly group: number | null
  /** Null for the sensors of the group. */
  readonly sensors: readonly number[] | null
  readonly tags: { readonly add: readonly string[]; readonly remove: readonly string[] }
}

/** Thrown if an action failed after it had succeeded for some of the services. */
export class PartialBulkError extends Error {
  override readonly name = 'PartialBulkError'
  /** The number of services for which it succeeded. */
  readonly done: number

  constructor(done: number, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.done = done
  }
}

/**
 * Runs an action on all services: in chunks that succeed or fail as a whole, or one by one if the API has no bulk
 * action.
 */
export async function runBulkAction(action: BulkAction, ids: readonly number[], input: BulkInput): Promise<void> {
  const singleAction = findSingleAction(action, input)
  if (singleAction) return runInOrder(ids, 1, singleAction)
  await runInOrder(splitIntoChunks(ids), maxServicesPerRequest, (chunk) => runOnChunk(action, chunk, input))
}

function runOnChunk(action: BulkAction, ids: readonly number[], { group, tags }: BulkInput): Promise<unknown> {
  switch (action) {
    case 'pause':
      return client.call('bulk_pause_services', { body: { ids } })
    case 'activate':
      return client.call('bulk_activate_services', { body: { ids } })
    case 'move':
      return client.call('bulk_change_group', { body: { service_ids: ids, group_id: group ?? 0 } })
    case 'tags':
      return client.call('bulk_tag_services', { body: { ids, ...tags } })
    default:
      return client.call('bulk_delete_services', { body: { ids } })
  }
}

function findSingleAction(action: BulkAction, { sensors }: BulkInput): ((id: number) => Promise<unknown>) | null {
  switch (action) {
    case 'archive':
      return (id) => client.call('archive_service', { path: { _id: id } })
    case 'restore':
      return (id) => client.call('restore_service', { path: { _id: id } })
    case 'sensors':
      return (id) => client.call('update_service', { path: { _id: id }, body: { sensor_ids: sensors } })
    default:
      return null
  }
}

/** Acts on one part of the services after the other; every part but the last has `size` services. */
async function runInOrder<Part>(
  parts: readonly Part[],
  size: number,
  act: (part: Part) => Promise<unknown>,
): Promise<void> {
  for (const [index, part] of parts.entries()) {
    try {
      await act(part)
    } catch (error) {
      throw index === 0 ? error : new PartialBulkError(index * size, error)
    }
  }
}

const splitIntoChunks = (ids: readonly number[]): number[][] =>
  Array.from({ length: Math.ceil(ids.length / maxServicesPerRequest) }, (_, index) =>
    ids.slice(index * maxServicesPerRequest, (index + 1) * maxServicesPerRequest),
  )
