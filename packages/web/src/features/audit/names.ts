import { client } from '../../app/client/client.ts'
import type { AuditNames } from './sentence.ts'
import { type AuditState, findSubject, type NamedResource } from './subject.ts'

type ObjectNames = readonly { readonly id: number; readonly name: string }[]
type Search = (ids: number[], signal: AbortSignal) => Promise<ObjectNames>

const toSearchBody = (ids: number[]) => ({
  fields: ['id', 'name'] as const,
  filters: { id: [{ type: 'one_of' as const, argument: ids }] },
  limit: 1000,
})

const searches: Readonly<Record<NamedResource, Search>> = {
  service: (ids, signal) => client.call('search_services', { body: toSearchBody(ids) }, { signal }),
  contact: (ids, signal) => client.call('search_contacts', { body: toSearchBody(ids) }, { signal }),
  contact_group: (ids, signal) => client.call('search_contact_groups', { body: toSearchBody(ids) }, { signal }),
  group: (ids, signal) => client.call('search_groups', { body: toSearchBody(ids) }, { signal }),
  event: (ids, signal) => client.call('search_events', { body: toSearchBody(ids) }, { signal }),
  escalation: (ids, signal) => client.call('search_escalations', { body: toSearchBody(ids) }, { signal }),
  sensor: (ids, signal) => client.call('search_sensors', { body: toSearchBody(ids) }, { signal }),
  template: (ids, signal) => client.call('search_templates', { body: toSearchBody(ids) }, { signal }),
  account: (ids, signal) => client.call('search_accounts', { body: toSearchBody(ids) }, { signal }),
  api_key: (ids, signal) => client.call('search_api_keys', { body: toSearchBody(ids) }, { signal }),
  passkey: (ids, signal) => client.call('search_passkeys', { body: toSearchBody(ids) }, { signal }),
  // An incident has the name of its service.
  incident: async (ids, signal) => {
    const filters = { id: [{ type: 'one_of' as const, argument: ids }] }
    const query = { fields: ['id'] as const, embed: ['service.name'] as const, filters, limit: 1000 }
    const incidents = await client.call('search_incidents', { body: query }, { signal })
    return incidents.flatMap(({ id, service }) => (service?.name ? [{ id, name: service.name }] : []))
  },
}

/** Looks up the names of the objects and groups in entries. Unreadable objects have no name. */
export async function findNames(entries: readonly AuditState[], signal: AbortSignal): Promise<AuditNames> {
  const idsByResource = new Map<NamedResource, Set<number>>()
  const addId = (resource: NamedResource, id: number) =>
    idsByResource.set(resource, (idsByResource.get(resource) ?? new Set()).add(id))
  for (const entry of entries) {
    const subject = findSubject(entry)
    if (subject) addId(subject.object.resource, subject.object.id)
    for (const state of [entry.before, entry.after]) {
      const group = (state as Readonly<Record<string, unknown>> | null)?.['group_id']
      if (typeof group === 'number') addId('group', group)
    }
  }
  const found = await Promise.all(
    [...idsByResource].map(async ([resource, ids]) => {
      const rows = await searches[resource]([...ids], signal).catch((): ObjectNames => [])
      return rows.map(({ id, name }) => [`${resource}/${id}`, name] as const)
    }),
  )
  return new Map(found.flat())
}
