import type { Client } from '@wachta/client'

/** The number of ids that fit into one request. */
const maxIdsPerRequest = 500

type NamedList =
  | 'list_contacts'
  | 'list_error_types'
  | 'list_escalations'
  | 'list_events'
  | 'list_groups'
  | 'list_report_templates'
  | 'list_sensors'
  | 'list_services'
  | 'list_status_page_components'

/** Looks up the names of ids, each only once. A deleted or unreadable record is shown by its id. */
export function createNameLookup(client: Client, list: NamedList) {
  const names = new Map<number, string>()
  return async (ids: readonly (number | null)[]): Promise<(id: number | null) => string> => {
    const missing = [...new Set(ids)].filter((id): id is number => id !== null && !names.has(id))
    for (let first = 0; first < missing.length; first += maxIdsPerRequest) {
      const batch = missing.slice(first, first + maxIdsPerRequest)
      const query = { fields: 'id,name', limit: maxIdsPerRequest, 'filter.id': `one_of:${batch.join(',')}` } as object
      const { items } = await client.list(list as 'list_services', { query })
      // Only after a successful request, so that names are read again after an error.
      for (const id of batch) names.set(id, `#${id}`)
      for (const { id, name } of items) names.set(id, name)
    }
    return (id) => (id === null ? '' : (names.get(id) ?? `#${id}`))
  }
}
