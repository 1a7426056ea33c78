import { type OperationId, operations } from '@wachta/client'
import { CommandError, exitCodes } from '../frame/command.ts'

/**
 * A kind of record of the API. The operations of all kinds have the types of those of services, because they take the
 * same parameters.
 */
export interface RecordKind {
  /** The name on the command line, such as `contact-groups`. */
  readonly name: string
  readonly list: 'list_services'
  /** Missing if single records cannot be read. */
  readonly read: 'read_service' | undefined
  /** Whether the ids are strings, such as `pl`, and not numbers. */
  readonly hasStringIds: boolean
}

const operationByRoute = new Map(Object.entries(operations).map(([id, route]) => [route, id as OperationId]))

/** Proposals that the API computes from records: they have no ids and no pages. */
const computed: ReadonlySet<string> = new Set(['list_incident_groups'])

/** Every top-level list of the API, from the client: a new list needs no change here. */
export const recordKinds: ReadonlyMap<string, RecordKind> = new Map(
  Object.entries(operations)
    .filter(([id, route]) => id.startsWith('list_') && /^GET [^{]+$/.test(route) && !computed.has(id))
    .map(([id, route]): [string, RecordKind] => {
      const name = id.replace(/^list_(?:dictionaries_)?/, '').replaceAll('_', '-')
      const read = operationByRoute.get(`${route}/{_id}`)
      const hasStringIds = /^GET \/(?:dictionaries\/|service_types$)/.test(route)
      return [name, { name, list: id as 'list_services', read: read as 'read_service' | undefined, hasStringIds }]
    })
    .sort(([one], [other]) => (one < other ? -1 : 1)),
)

/** Labels of the web app for kinds that have another name in the API. */
const kindAliases: Readonly<Record<string, string>> = {
  alerts: 'event-statuses',
  'escalation-steps': 'escalations',
  'maintenance-windows': 'suspensions',
  'quiet-hours': 'contact-suspensions',
  rules: 'events',
  schedules: 'reporting-plans',
  statuses: 'service-statuses',
  users: 'accounts',
  'weekly-maintenance-windows': 'weekly-suspensions',
}

/** The label of a kind: `rules` for `events`. */
export const getKindLabel = (name: string): string =>
  Object.keys(kindAliases).find((word) => kindAliases[word] === name) ?? name

export const kindNames: readonly string[] = [...Object.keys(kindAliases), ...recordKinds.keys()].sort()
export const readableKindNames: readonly string[] = kindNames.filter(
  (name) => recordKinds.get(kindAliases[name] ?? name)?.read !== undefined,
)

/** Finds a kind by its name; also accepts `service` for `services`, and `contact_groups` for `contact-groups`. */
export function findKind(word: string): RecordKind {
  const name = word.toLowerCase().replaceAll('_', '-')
  const found = [name, `${name}s`, `${name}es`, name.replace(/y$/, 'ies')].flatMap(
    (each) => recordKinds.get(kindAliases[each] ?? each) ?? [],
  )[0]
  if (found) return found
  const similar = kindNames.filter((each) => each.includes(name.replace(/s$/, '')))
  const suggestions = (similar.length > 0 ? similar : kindNames).join(', ')
  throw new CommandError(
    {
      en: `Unknown kind "${word}". Use one of: ${suggestions}.`,
      pl: `Nieznany rodzaj „${word}”. Dozwolone: ${suggestions}.`,
    },
    { exitCode: exitCodes.usage },
  )
}
