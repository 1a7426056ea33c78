import type { Database } from '@wachta/database'
import { unpackChecks } from '@wachta/domain'
import { sql } from 'kysely'
import { contentOf, type Deed, keyOf } from './faults-ledger.ts'
import { sensor_ids, services, type WatchedService } from './faults-world.ts'

/** A time in which the broker was not there, or had lost what it held. */
export interface Period {
  readonly from: number
  readonly to: number
}

export interface Comparison {
  readonly executed: number
  readonly analyses: number
  /** Checks that the schedule asked for and no sensor ran, and how many of those were the first of their service. */
  readonly unrun: { readonly all: number; readonly first: number }
  /** Analyses that were amended afterwards, because their results came late. */
  readonly amended: number
  /** Each is a line about one result or slot. */
  readonly missing: readonly string[]
  readonly extra: readonly string[]
  readonly duplicate: readonly string[]
  readonly falseUnknown: readonly string[]
}

interface Stored {
  readonly service_id: number
  readonly slot: number
  readonly checks: Buffer
}

/** A result that the broker had for so long could have been read before the slot was closed. */
const reading_ms = 8_000

/** Compares what sensors did with what is stored, and what is stored with the grid. */
export async function compare(
  db: Database,
  deeds: ReadonlyMap<string, Deed>,
  { watched, outages }: { readonly watched: Period; readonly outages: readonly Period[] },
): Promise<Comparison> {
  const stored = await db.query(
    sql<Stored>`select service_id, (extract(epoch from time) * 1000)::int8 as slot, checks from analysis`,
  )
  const closed = await db.query(sql<Stored & { at: number }>`select * from closed`)
  const [amended] = await db.query(sql<{ count: number }>`select count(*) from analysis_amendment`)
  const found = {
    missing: [] as string[],
    extra: [] as string[],
    duplicate: [] as string[],
    falseUnknown: [] as string[],
  }
  const checks = checksOf(stored, found.duplicate)
  compareGrid(stored, watched, found)
  for (const [key, deed] of deeds) {
    if (deed.durable === 0) continue
    if (deed.durable > 1) found.duplicate.push(`${key} was recorded ${deed.durable} times`)
    const check = checks.get(key)
    if (check === undefined) found.missing.push(`${key} is in no analysis`)
    else if (check === silent) found.falseUnknown.push(`${key} is stored as unanswered`)
  }
  for (const [key, content] of checks) {
    if (content === silent) continue
    const ran = deeds.get(key)?.ran ?? []
    if (!ran.includes(content))
      found.extra.push(`${key} is stored as ${content}, not as ${ran.join(', ') || 'anything'}`)
  }
  found.falseUnknown.push(...closedTooEarly(closed, deeds, outages))
  const executed = [...deeds.values()].filter(({ durable }) => durable > 0).length
  const unrun = unrunChecks(deeds, watched)
  return { executed, analyses: stored.length, amended: amended?.count ?? 0, unrun, ...found }
}

/** The slots of a service while it was watched. */
function* gridOf({ interval_ms, phase_ms }: WatchedService, { from, to }: Period): Generator<number> {
  const first = Math.ceil((from - phase_ms) / interval_ms) * interval_ms + phase_ms
  for (let slot = first; slot < to; slot += interval_ms) yield slot
}

function unrunChecks(deeds: ReadonlyMap<string, Deed>, watched: Period): Comparison['unrun'] {
  let [all, first] = [0, 0]
  for (const service of services) {
    for (const [place, slot] of [...gridOf(service, watched)].entries()) {
      const { service_id } = service
      const left = sensor_ids.filter((sensor_id) => !deeds.has(keyOf({ service_id, slot, sensor_id }))).length
      all += left
      if (place === 0) first += left
    }
  }
  return { all, first }
}

const silent = 'no answer'

function checksOf(stored: readonly Stored[], duplicate: string[]): Map<string, string> {
  const checks = new Map<string, string>()
  for (const { service_id, slot, checks: packed } of stored)
    for (const check of unpackChecks(packed)) {
      const key = keyOf({ service_id, slot, sensor_id: check.sensor_id })
      if (checks.has(key)) duplicate.push(`${key} is stored twice`)
      checks.set(key, check.reason === 'no_answer' ? silent : contentOf(check))
    }
  return checks
}

/** Every slot of every service is closed, once, with a word about every sensor; and nothing else is. */
function compareGrid(
  stored: readonly Stored[],
  watched: Period,
  found: { readonly missing: string[]; readonly extra: string[]; readonly duplicate: string[] },
): void {
  const slots = new Set(stored.map(({ service_id, slot }) => `${service_id} ${slot}`))
  if (slots.size < stored.length) found.duplicate.push(`${stored.length - slots.size} slots are closed twice`)
  for (const service of services)
    for (const slot of gridOf(service, watched))
      if (!slots.delete(`${service.service_id} ${slot}`))
        found.missing.push(`${service.service_id} ${slot} was never closed`)
  for (const slot of slots) found.extra.push(`${slot} is not on the grid`)
  for (const { service_id, slot, checks } of stored)
    if (unpackChecks(checks).length !== sensor_ids.length) found.missing.push(`${service_id} ${slot} lacks a sensor`)
}

/** Checks that were unanswered when their slot was closed, although the broker had had the answer for long. */
function closedTooEarly(
  closed: readonly (Stored & { readonly at: number })[],
  deeds: ReadonlyMap<string, Deed>,
  outages: readonly Period[],
): string[] {
  return closed.flatMap(({ service_id, slot, at, checks }) =>
    unpackChecks(checks).flatMap(({ sensor_id, reason }) => {
      const key = keyOf({ service_id, slot, sensor_id })
      const had = deeds.get(key)?.acknowledged
      if (reason !== 'no_answer' || had === undefined || had > at - reading_ms) return []
      if (outages.some(({ from, to }) => from < at && to > had)) return []
      return `${key} was closed as unanswered ${at - had} ms after the broker had it`
    }),
  )
}
