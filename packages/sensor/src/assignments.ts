import {
  type AssignedRevision,
  type Assignment,
  type Digest,
  digestRevisions,
  readAssignment,
  WireError,
} from '@wachta/bus'
import type { RevisionPeriod } from '@wachta/domain'
import { type LoadTarget, parseTarget } from './target.ts'

/** A revision in the form that the sensor uses. */
export interface LoadedRevision extends Omit<AssignedRevision, keyof RevisionPeriod>, RevisionPeriod {
  readonly target: LoadTarget
}

/** The assignment of one service. */
export interface LoadedAssignment {
  readonly service_id: number
  /** The shard of the service. */
  readonly group: number
  readonly revisions: readonly LoadedRevision[]
}

export interface Assignments {
  readonly size: number
  get(service_id: number): LoadedAssignment | undefined
  services(): Iterable<number>
  /** Applies a message. Returns false if it cannot be parsed; the previous assignment is then kept. */
  apply(service_id: number, message: Uint8Array): boolean
  /** Sets an assignment that is known to be valid. */
  set(assignment: Assignment): void
  drop(service_id: number): void
  /** Returns the digest of the assignments, without those of the given services. */
  digest(without?: ReadonlySet<number>): Digest
  snapshot(): Assignment[]
}

/** Creates the assignments of a sensor. `onChanged` is called for every service whose assignment has changed. */
export function createAssignments(onChanged: (service_id: number) => void = () => undefined): Assignments {
  const loaded = new Map<number, LoadedAssignment>()
  let digest: Digest | undefined

  const drop = (service_id: number): void => {
    if (!loaded.delete(service_id)) return
    digest = undefined
    onChanged(service_id)
  }
  const set = (assignment: Assignment): void => {
    const { service_id, revisions } = assignment
    if (revisions.length === 0) {
      drop(service_id)
      return
    }
    loaded.set(service_id, toLoadedAssignment(assignment))
    digest = undefined
    onChanged(service_id)
  }
  return {
    get size() {
      return loaded.size
    },
    get: (service_id) => loaded.get(service_id),
    services: () => loaded.keys(),
    drop,
    set,
    apply(service_id, message) {
      const assignment = parseAssignment(message)
      if (assignment?.service_id !== service_id) return false
      set(assignment)
      return true
    },
    digest(without) {
      if (without !== undefined && without.size > 0) return digestRevisions(listNewestRevisions(loaded, without))
      digest ??= digestRevisions(listNewestRevisions(loaded))
      return digest
    },
    snapshot: () => [...loaded.values()].map(toAssignment),
  }
}

function parseAssignment(message: Uint8Array): Assignment | undefined {
  try {
    const assignment = readAssignment(message)
    return assignment.revisions.every(hasPossibleTiming) ? assignment : undefined
  } catch (error) {
    if (error instanceof WireError) return undefined
    throw error
  }
}

/**
 * Whether phase and spread are shorter than the interval: a longer one would start a check after the next slot of the
 * same sensor.
 */
function hasPossibleTiming({ phase_ms, spread_ms, interval_ms }: AssignedRevision): boolean {
  return phase_ms < interval_ms && spread_ms < interval_ms
}

function* listNewestRevisions(
  loaded: ReadonlyMap<number, LoadedAssignment>,
  without?: ReadonlySet<number>,
): Generator<readonly [service_id: number, revision: number]> {
  for (const { service_id, revisions } of loaded.values()) {
    if (!without?.has(service_id)) yield [service_id, revisions.at(-1)?.revision ?? 0]
  }
}

function toLoadedAssignment({ service_id, group, revisions }: Assignment): LoadedAssignment {
  return {
    service_id,
    group,
    revisions: revisions.map((revision) => ({
      ...revision,
      effective_from: new Date(revision.effective_from),
      effective_to: revision.effective_to === null ? null : new Date(revision.effective_to),
      target: parseTarget(revision.address),
    })),
  }
}

function toAssignment({ service_id, group, revisions }: LoadedAssignment): Assignment {
  return {
    v: 1,
    service_id,
    group,
    revisions: revisions.map(({ target: _, effective_from, effective_to, ...rest }) => ({
      ...rest,
      effective_from: effective_from.getTime(),
      effective_to: effective_to?.getTime() ?? null,
    })),
  }
}
