import type { Service } from '@wachta/client'
import { type ToolApi, ToolError } from './tool.ts'
import { isOwnRecord } from './untrusted.ts'

const maxSuggestions = 8

/**
 * Finds a service by its id or name. An ambiguous name is an error that lists the candidates, without names that
 * another account chose.
 */
export async function resolveService(api: ToolApi<'list_services'>, nameOrId: string | number): Promise<Service> {
  const text = String(nameOrId).trim()
  if (/^[1-9]\d{0,14}$/.test(text)) {
    const [byId] = (
      await api.list('list_services', {
        query: { 'filter.id': text, embed: ['permissions.own'], limit: 1 },
      })
    ).items
    if (byId) return byId
  }
  const matches = await findByName(api, `equals:${text}`)
  if (matches.length === 1 && matches[0]) return matches[0]
  // Do not guess a similar name: the next call could change something.
  const candidates = matches.length > 0 ? matches : await findByName(api, `contains:${text}`)
  if (candidates.length === 0) throw new ToolError(`There is no service "${text}". Use find_services.`)
  const listed = candidates
    .map((service) => (isOwnRecord(service) ? `${service.id} (${service.name})` : `${service.id}`))
    .join(', ')
  throw new ToolError(
    matches.length > 0
      ? `Several services are named "${text}". Give the id of one: ${listed}.`
      : `There is no service "${text}". Similar: ${listed}.`,
  )
}

const findByName = async (api: ToolApi<'list_services'>, condition: string): Promise<Service[]> =>
  (
    await api.list('list_services', {
      query: { 'filter.name': condition, embed: ['permissions.own'], limit: maxSuggestions, sort: ['name'] },
    })
  ).items

/** Returns the ids of the services that belong to the account of the caller; the others are shared with it. */
export async function loadOwnServices(
  api: ToolApi<'list_services'>,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return new Set()
  const { items } = await api.list('list_services', {
    query: { 'filter.id': `one_of:${wanted.join(',')}`, embed: ['permissions.own'], limit: wanted.length },
  })
  return new Set(items.filter(isOwnRecord).map(({ id }) => id))
}

/** Reads the names of error types, such as "Connection refused". */
export async function loadErrorNames(
  api: ToolApi<'list_error_types'>,
  ids: readonly (number | null)[],
): Promise<(id: number | null) => string | null> {
  const wanted = [...new Set(ids.filter((id) => id !== null))]
  if (wanted.length === 0) return () => null
  const query = { 'filter.id': `one_of:${wanted.join(',')}`, limit: wanted.length }
  const { items } = await api.list('list_error_types', { query })
  const names = new Map(items.map(({ id, name }) => [id, name]))
  return (id) => (id === null ? null : (names.get(id) ?? `error ${id}`))
}

/** Reads the names of sensors; without the permission to read them, sensors are named by their numbers. */
export async function loadSensorNames(
  api: ToolApi<'list_sensors'>,
  ids: readonly number[],
): Promise<(id: number) => string> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0 || !api.mayCall('list_sensors')) return (id) => `sensor ${id}`
  const query = { 'filter.id': `one_of:${wanted.join(',')}`, limit: wanted.length }
  const names = new Map((await api.list('list_sensors', { query })).items.map(({ id, name }) => [id, name]))
  return (id) => names.get(id) ?? `sensor ${id}`
}
