import { type OperationId, operations } from '@wachta/client'
import { CommandError, exitCodes } from '../frame/command.ts'

/** A kind of record of the API, with its operations under the same names for all kinds. */
export interface RecordKind {
  /** As on the command line: `contact-groups`. */
  readonly name: string
  readonly list: 'list_services'
  /** Missing if single records cannot be read. */
  readonly read: 'read_service' | undefined
  /** Whether the ids are strings, such as `pl`, and not numbers. */
  readonly hasWordIds: boolean
}

const byPlace = new Map(Object.entries(operations).map(([id, place]) => [place, id as OperationId]))

/** Proposals that the API computes from records: they have no ids and no pages. */
const computed: ReadonlySet<string> = new Set(['list_incident_groups'])

/** Every top-level list of the API, from the client: a new list needs no change here. */
export const recordKinds: ReadonlyMap<string, RecordKind> = new Map(
  Object.entries(operations)
    .filter(([id, place]) => id.startsWith('list_') && /^GET [^{]+$/.test(place) && !computed.has(id))
    .map(([id, place]): [string, RecordKind] => {
      const name = id.replace(/^list_(?:dictionaries_)?/, '').replaceAll('_', '-')
      const read = byPlace.get(`${place}/{_id}`)
      const hasWordIds = /^GET \/(?:dictionaries\/|service_types$)/.test(place)
      return [name, { name, list: id as 'list_services', read: read as 'read_service' | undefined, hasWordIds }]
    })
    .sort(([one], [other]) => (one < other ? -1 : 1)),
)

/** Labels of the web app for kinds that have another name in the API. */
const knownAs: Readonly<Record<string, string>> = {
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
  Object.keys(knownAs).find((word) => knownAs[word] === name) ?? name

export const kindNames: readonly string[] = [...Object.keys(knownAs), ...recordKinds.keys()].sort()
export const readableKindNames: readonly string[] = kindNames.filter(
  (name) => recordKinds.get(knownAs[name] ?? name)?.read !== undefined,
)

/** Finds a kind by its name; also accepts `service` for `services`, and `contact_groups` for `contact-groups`. */
export function findKind(word: string): RecordKind {
  const name = word.toLowerCase().replaceAll('_', '-')
  const found = [name, `${name}s`, `${name}es`, name.replace(/y$/, 'ies')].flatMap(
    (each) => recordKinds.get(knownAs[each] ?? each) ?? [],
  )[0]
  if (found) return found
  const close = kindNames.filter((each) => each.includes(name.replace(/s$/, '')))
  const offered = (close.length > 0 ? close : kindNames).join(', ')
  throw new CommandError(
    { en: `Unknown kind "${word}". Use one of: ${offered}.`, pl: `Nieznany rodzaj „${word}”. Dozwolone: ${offered}.` },
    { exitCode: exitCodes.usage },
  )
}
