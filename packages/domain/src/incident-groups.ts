import { minuteMs } from './time-units.ts'

/** Something that several incidents may have in common and that may have caused them. */
export interface PossibleCause {
  /** Dependency: another service that is down. Address: the same host. Sensors: only the same sensors see the failure. */
  readonly kind: 'dependency' | 'address' | 'sensors'
  /** Equal for incidents that share the cause. */
  readonly key: string
}

/** An open incident with everything that may have caused it. */
export interface CausedIncident {
  readonly id: number
  /** In milliseconds since 1970. */
  readonly start: number
  readonly causes: readonly PossibleCause[]
}

/** Incidents that started together and have a possible cause in common, in order of their start. */
export interface IncidentGroup {
  readonly cause: PossibleCause
  readonly incidentIds: readonly number[]
}

/** Incidents of one cause start within minutes: services are checked at different times. */
const maxGapMs = 10 * minuteMs

/** If groups are equally large, the more specific cause is offered. */
const kinds: readonly PossibleCause['kind'][] = ['dependency', 'address', 'sensors']

/**
 * Groups open incidents that probably have one cause, largest group first. Each incident is in one group at most; the
 * incidents themselves are not changed.
 */
export function groupByCause(incidents: readonly CausedIncident[]): IncidentGroup[] {
  const groups: IncidentGroup[] = []
  let remaining = incidents
  for (;;) {
    const [largest] = findGroups(remaining).toSorted(byPreference)
    if (largest === undefined) return groups
    groups.push(largest)
    const taken = new Set(largest.incidentIds)
    remaining = remaining.filter(({ id }) => !taken.has(id))
  }
}

function findGroups(incidents: readonly CausedIncident[]): IncidentGroup[] {
  const shared = incidents.flatMap((incident) => incident.causes.map((cause) => ({ cause, incident })))
  const byCause = Map.groupBy(shared, ({ cause }) => `${cause.kind} ${cause.key}`)
  return [...byCause.values()].flatMap((members) => {
    const [{ cause } = { cause: undefined }] = members
    if (cause === undefined) return []
    return splitByTime(members.map(({ incident }) => incident)).map((incidentIds) => ({ cause, incidentIds }))
  })
}

/** Splits incidents where none started for too long, and leaves out single ones. */
function splitByTime(incidents: readonly CausedIncident[]): number[][] {
  const runs: CausedIncident[][] = []
  for (const incident of incidents.toSorted((one, other) => one.start - other.start || one.id - other.id)) {
    const run = runs.at(-1)
    const previous = run?.at(-1)
    if (run !== undefined && previous !== undefined && incident.start - previous.start <= maxGapMs) run.push(incident)
    else runs.push([incident])
  }
  return runs.map((run) => run.map(({ id }) => id)).filter(({ length }) => length > 1)
}

const byPreference = (one: IncidentGroup, other: IncidentGroup): number =>
  other.incidentIds.length - one.incidentIds.length ||
  kinds.indexOf(one.cause.kind) - kinds.indexOf(other.cause.kind) ||
  one.cause.key.localeCompare(other.cause.key, 'en')
