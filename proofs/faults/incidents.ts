import type { Database } from '@wachta/database'
import { sql } from 'kysely'
import type { JournalStep } from './journal.ts'

/** One outage of one service by the rule under test. */
export interface Incident {
  readonly service_id: number
  readonly start: number
  readonly end: number | null
  readonly reason: 'recovered' | 'paused' | null
}

const hour = 3_600_000
const quarter = 900_000

interface StatusSignal {
  readonly at: number
  readonly kind: 'failing' | 'well' | 'unwatched'
}

/** The incidents of one service that follow from the rule, one signal after another, without delays. */
class IncidentRule {
  readonly incidents: { start: number; end: number | null; reason: Incident['reason'] }[] = []
  #isKnown = false
  #isOpen = false
  #since = 0
  #isFailing = false
  #failingSince = 0
  #isFlapping = false

  /** Ends an incident that waits for a quiet period once that has lasted long enough. */
  settle(until: number): void {
    if (!this.#isOpen || this.#isFailing) return
    const due = this.#failingSince + (this.#isFlapping ? quarter : 0)
    if (due <= until) this.#end(due, 'recovered')
  }

  applySignal({ at, kind }: StatusSignal): void {
    if (!this.#isKnown && kind === 'unwatched') return
    this.settle(at - 1)
    const time = this.#isKnown ? Math.max(at, this.#since + 1, this.#failingSince + 1) : at
    if (kind === 'unwatched') {
      if (this.#isFailing) this.#failingSince = time
      this.#isFailing = false
      if (this.#isOpen) this.#end(time, 'paused')
      return
    }
    const isFailing = kind === 'failing'
    if (this.#isKnown && this.#isFailing === isFailing) return void this.settle(at)
    if (!this.#isKnown) this.#since = at
    this.#isKnown = true
    this.#isFailing = isFailing
    this.#failingSince = time
    if (isFailing && !this.#isOpen) this.#begin(time)
    else this.settle(time)
  }

  #begin(at: number): void {
    this.incidents.push({ start: at, end: null, reason: null })
    const fourth = this.incidents.at(-4)
    this.#isFlapping = fourth !== undefined && at - fourth.start <= hour
    this.#isOpen = true
    this.#since = at
  }

  #end(at: number, reason: 'recovered' | 'paused'): void {
    const open = this.incidents.at(-1)
    if (open) Object.assign(open, { end: at, reason })
    this.#isOpen = false
    this.#isFlapping = false
    this.#since = at
  }
}

const signalKinds: Readonly<Record<string, StatusSignal['kind'] | undefined>> = {
  failure: 'failing',
  ok: 'well',
  paused: 'unwatched',
}

/**
 * Returns the incidents that follow from what each transaction stored. Statuses that begin are applied in their order;
 * where late results rewrote the past, only the status after the transaction counts.
 */
export function deriveIncidents(journal: readonly JournalStep[], end: number): Incident[] {
  const incidents: Incident[] = []
  for (const [service_id, steps] of Map.groupBy(journal, (step) => step.service_id)) {
    const rule = new IncidentRule()
    const statuses = new Map<number, string>()
    const outcomes = new Map<number, string>()
    let closed = 0
    for (const { analyses, statuses: changes } of steps) {
      rule.settle(closed)
      const isRewritten = analyses.some(
        ({ kind, slot, verdict }) => kind === 'amended' && outcomes.get(slot) !== verdict.outcome,
      )
      for (const { slot, verdict } of analyses) outcomes.set(slot, verdict.outcome)
      closed = Math.max(closed, ...analyses.map(({ slot }) => slot))
      const started = changes.filter(({ kind }) => kind === 'started').sort((one, other) => one.start - other.start)
      for (const { kind, start, status } of changes)
        if (kind === 'started') statuses.set(start, status)
        else if (statuses.get(start) === status) statuses.delete(start)
      const effective = isRewritten ? findFinalStatuses(statuses) : started
      for (const { status, start } of effective) {
        const kind = signalKinds[status]
        if (kind) rule.applySignal({ at: start, kind })
      }
    }
    rule.settle(end)
    incidents.push(...rule.incidents.map((incident) => ({ service_id, ...incident })))
  }
  return incidents
}

function findFinalStatuses(statuses: ReadonlyMap<number, string>): { start: number; status: string }[] {
  const start = Math.max(...statuses.keys())
  const status = statuses.get(start)
  return status === undefined ? [] : [{ start, status }]
}

export interface StoredIncident extends Incident {
  readonly id: number
}

export const readIncidents = (db: Database, event_id: number): Promise<StoredIncident[]> =>
  db.query(sql<StoredIncident>`select id, service_id, (extract(epoch from start_time) * 1000)::int8 as start,
  (extract(epoch from end_time) * 1000)::int8 as "end", end_reason as reason
from occurrence where event_id = ${event_id} order by service_id, start_time`)

const describeIncident = ({ service_id, start, end, reason }: Incident): string =>
  `${service_id} from ${start} to ${end ?? 'now'}${reason ? ` (${reason})` : ''}`

/** Returns incidents that are missing, and those that should not exist. */
export function compareIncidents(
  expected: readonly Incident[],
  stored: readonly Incident[],
): { readonly missing: string[]; readonly extra: string[] } {
  const expectedLines = new Set(expected.map(describeIncident))
  const storedLines = new Set(stored.map(describeIncident))
  return {
    missing: [...expectedLines]
      .filter((line) => !storedLines.has(line))
      .map((line) => `incident of ${line} is not stored`),
    extra: [...storedLines]
      .filter((line) => !expectedLines.has(line))
      .map((line) => `incident of ${line} is unexpected`),
  }
}
