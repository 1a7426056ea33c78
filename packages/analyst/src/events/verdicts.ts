import type { Database } from '@wachta/database'
import { type RawBuilder, sql } from 'kysely'
import { fence, type Tenure } from '../store/fenced.ts'
import { lockServices } from '../store/write-service-statuses.ts'
import { afterSignals } from './alert-update.ts'
import { lockRules } from './rules.ts'
import { lockStored, readStored, type StoredEvent } from './stored-event.ts'
import type { Subject } from './subject.ts'
import { type AlertListener, writeEvents } from './write-events.ts'

/** Whether what an event looks for is there now; undefined where nothing is known. */
export interface RuleVerdict {
  readonly subject: Subject
  readonly holds: boolean | undefined
}

export interface VerdictOptions extends Tenure, AlertListener {
  readonly database: Database
  readonly now: number
}

/** So many are stored in one transaction. */
const atOnce = 1_000

/** Stores what was seen now, as far as it differs from what is known. */
export async function applyVerdicts(options: VerdictOptions, verdicts: readonly RuleVerdict[]): Promise<void> {
  const known = verdicts.filter(({ holds }) => holds !== undefined)
  if (known.length === 0) return
  const stored = byPlace(await readStored(options.database, isAbout(known)))
  const differing = known.filter(({ subject, holds }) => isNews(stored.get(placeOf(subject)), subject, holds === true))
  for (let from = 0; from < differing.length; from += atOnce) await store(options, differing.slice(from, from + atOnce))
}

/** A sensor that is not lost is not worth a row: there are many, and they hardly ever are. */
const isNews = (before: StoredEvent | undefined, { sensor_id }: Subject, holds: boolean): boolean =>
  before === undefined ? holds || sensor_id === null : before.state.signal !== holds

async function store(options: VerdictOptions, verdicts: readonly RuleVerdict[]): Promise<void> {
  const { database, now } = options
  const written = await database.transaction(async (tx) => {
    await fence(tx, options)
    const services = await lockServices(tx, [...new Set(verdicts.map(({ subject }) => subject.service_id))])
    const rules = new Set((await lockRules(tx, { ids: eventIds(verdicts) })).map(({ id }) => id))
    const present = verdicts.filter(
      ({ subject }) => services.has(subject.service_id) && rules.has(subject.event_id ?? 0),
    )
    const stored = byPlace(await lockStored(tx, isAbout(present)))
    const judged = present.map(({ subject, holds }) => {
      const signal = holds ? 'holds' : 'over'
      return afterSignals(subject, stored.get(placeOf(subject)), [{ at: now, signal }])
    })
    return writeEvents(tx, judged, { now, held_until: null })
  })
  options.onEvents?.(written)
}

function isAbout(verdicts: readonly RuleVerdict[]): RawBuilder<boolean> {
  const services = [...new Set(verdicts.map(({ subject }) => subject.service_id))]
  return sql<boolean>`s.service_id = any(${services}) and s.event_id = any(${eventIds(verdicts)})`
}

const byPlace = (rows: readonly StoredEvent[]): ReadonlyMap<string, StoredEvent> =>
  new Map(rows.map((row) => [placeOf(row), row]))

const eventIds = (verdicts: readonly RuleVerdict[]): number[] => [
  ...new Set(verdicts.flatMap(({ subject }) => subject.event_id ?? [])),
]

const placeOf = ({ service_id, event_id, sensor_id }: Subject): string => `${service_id} ${event_id} ${sensor_id ?? ''}`
