import type { Client, Incident } from '@wachta/client'
import { CommandError } from '../frame/command.ts'
import { findService } from '../kinds/find.ts'

const unresolvedStates = 'one_of:open,acknowledged,flapping'
const maxPerService = 100

/** Finds incidents, each by its id, or the unresolved ones of a service (at most 100) by the name of the service. */
export async function findIncidents(client: Client, words: readonly string[]): Promise<Incident[]> {
  const found = new Map<number, Incident>()
  for (const word of words)
    for (const incident of await findByIdOrService(client, word)) found.set(incident.id, incident)
  return [...found.values()]
}

/** Finds an incident by its id, or by the name of a service its newest unresolved incident, or else its newest. */
export async function findIncident(client: Client, word: string): Promise<Incident> {
  if (isId(word)) return readIncident(client, Number(word))
  const service = await findService(client, word)
  const newestQuery = {
    limit: 1,
    'filter.service_id': service.id,
    embed: ['service.name'] as const,
    sort: ['-start_time'],
  }
  const open = (await client.list('list_incidents', { query: { ...newestQuery, 'filter.state': unresolvedStates } }))
    .items
  const [incident] = open.length > 0 ? open : (await client.list('list_incidents', { query: newestQuery })).items
  if (incident) return incident
  throw new CommandError({
    en: `${service.name} has had no incidents.`,
    pl: `Usługa ${service.name} nie miała incydentów.`,
  })
}

export const unresolvedFilter = { 'filter.state': unresolvedStates } as const

async function findByIdOrService(client: Client, word: string): Promise<Incident[]> {
  if (isId(word)) return [await readIncident(client, Number(word))]
  const service = await findService(client, word)
  const query = {
    ...unresolvedFilter,
    'filter.service_id': service.id,
    embed: ['service.name'] as const,
    limit: maxPerService,
  }
  const { items } = await client.list('list_incidents', { query })
  if (items.length > 0) return items
  throw new CommandError({
    en: `${service.name} has no open incidents. See: wachta incidents list`,
    pl: `Usługa ${service.name} nie ma otwartych incydentów. Zobacz: wachta incidents list`,
  })
}

const isId = (word: string): boolean => /^[1-9]\d*$/.test(word)

const readIncident = (client: Client, id: number): Promise<Incident> =>
  client.call('read_incident', { path: { _id: id }, query: { embed: ['service.name'] } })
