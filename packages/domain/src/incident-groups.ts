import { minuteMs } from './time-units.ts'

/** Something that several incidents may have in common and that may have caused them. */
export interface PossibleCause {
  /** Dependency: another service is down. Address: the same host. Sensors: only the same sensors see the failure. */
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
  const candidates = findCandidates(incidents)
  const groups: IncidentGroup[] = []
  for (;;) {
    // The first of equally large ones, because candidates are in order of preference.
    let best: Candidate | undefined
    for (const candidate of candidates.values())
      if (candidate.largest.length > Math.max(1, best?.largest.length ?? 0)) best = candidate
    if (best === undefined) return groups
    groups.push({ cause: best.cause, incidentIds: best.largest.map(({ id }) => id) })
    removeIncidents(best.largest, candidates)
  }
}

/** A cause with all remaining incidents that it may have caused, in order of their start. */
interface Candidate {
  readonly cause: PossibleCause
  members: readonly CausedIncident[]
  /** The largest group among them. */
  largest: readonly CausedIncident[]
}

type Candidates = ReadonlyMap<string, Candidate>

function findCandidates(incidents: readonly CausedIncident[]): Candidates {
  const shared = incidents
    .toSorted((one, other) => one.start - other.start || one.id - other.id)
    .flatMap((incident) => incident.causes.map((cause) => ({ cause, incident })))
  const candidates = [...Map.groupBy(shared, ({ cause }) => toKey(cause)).values()].flatMap((sharing): Candidate[] => {
    const [first] = sharing
    const members = sharing.map(({ incident }) => incident)
    return first === undefined ? [] : [{ cause: first.cause, members, largest: findLargest(members) }]
  })
  return new Map(candidates.toSorted(comparePreference).map((candidate) => [toKey(candidate.cause), candidate]))
}

/** Takes incidents out of all candidates, and regroups only the candidates that lost one. */
function removeIncidents(removed: readonly CausedIncident[], candidates: Candidates): void {
  const ids = new Set(removed.map(({ id }) => id))
  for (const key of new Set(removed.flatMap(({ causes }) => causes.map(toKey)))) {
    const candidate = candidates.get(key)
    if (candidate === undefined) continue
    candidate.members = candidate.members.filter(({ id }) => !ids.has(id))
    candidate.largest = findLargest(candidate.members)
  }
}

/**
 * Splits incidents at gaps that are too long, and returns the largest part; the earliest one of equally large parts.
 */
function findLargest(incidents: readonly CausedIncident[]): readonly CausedIncident[] {
  let largest = { from: 0, to: 0 }
  let from = 0
  for (const [index, { start }] of incidents.entries()) {
    const previous = incidents[index - 1]
    if (previous !== undefined && start - previous.start > maxGapMs) from = index
    if (index + 1 - from > largest.to - largest.from) largest = { from, to: index + 1 }
  }
  return incidents.slice(largest.from, largest.to)
}

const toKey = ({ kind, key }: PossibleCause): string => `${kind} ${key}`

const comparePreference = ({ cause: one }: Candidate, { cause: other }: Candidate): number =>
  kinds.indexOf(one.kind) - kinds.indexOf(other.kind) || one.key.localeCompare(other.key, 'en')
