import { useQuery } from '@tanstack/react-query'
import { client } from '../../app/client/client.ts'
import { serviceListKeys } from './queries.ts'

export const bulkActions = ['pause', 'activate', 'move', 'sensors', 'tags', 'archive', 'delete'] as const
/** The actions for archived services. */
export const archivedActions = ['restore', 'delete'] as const
export type BulkAction = (typeof bulkActions)[number] | (typeof archivedActions)[number]

const flags = ['update', 'move', 'delete', 'archive', 'restore'] as const
type Flag = (typeof flags)[number]

/** The permission that each action needs on every selected service. */
export const bulkFlags: Readonly<Record<BulkAction, Flag>> = {
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
const maxServices = 1000

/** Returns what the user may do with all of the services; everything is false until it is known. */
export function useRights(ids: readonly number[]): Readonly<Record<Flag | 'areKnown', boolean>> {
  const { data = [] } = useQuery({
    queryKey: [...serviceListKeys.rights, ids],
    queryFn: async ({ signal }) => {
      const found = await Promise.all(chunks(ids).map((some) => loadRights(some, signal)))
      return found.flat()
    },
    enabled: ids.length > 0,
  })
  const holds = (flag: Flag) => data.length > 0 && data.every(({ permissions }) => permissions?.[flag] === true)
  const held = Object.fromEntries(flags.map((flag) => [flag, holds(flag)])) as Record<Flag, boolean>
  return { areKnown: data.length > 0, ...held }
}

const loadRights = (ids: readonly number[], signal: AbortSignal) =>
  client.call(
    'search_services',
    {
      body: {
        fields: ['id'],
        embed: flags.map((flag) => `permissions.${flag}` as const),
        filters: { id: [{ type: 'one_of', argument: ids }] },
        limit: maxServices,
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

/** An action that failed after some of the services were already done. */
export class PartialBulkError extends Error {
  override readonly name = 'PartialBulkError'
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
export async function runBulkAction(action: BulkAction, ids: readonly number[], given: BulkInput): Promise<void> {
  const one = findSingleAction(action, given)
  if (one) return runOneByOne(ids, one)
  for (const some of chunks(ids)) await together(action, some, given)
}

function together(action: BulkAction, ids: readonly number[], { group, tags }: BulkInput): Promise<unknown> {
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

async function runOneByOne(ids: readonly number[], act: (id: number) => Promise<unknown>): Promise<void> {
  for (const [done, id] of ids.entries()) {
    try {
      await act(id)
    } catch (error) {
      throw done === 0 ? error : new PartialBulkError(done, error)
    }
  }
}

const chunks = (ids: readonly number[]): number[][] =>
  Array.from({ length: Math.ceil(ids.length / maxServices) }, (_, index) =>
    ids.slice(index * maxServices, (index + 1) * maxServices),
  )
