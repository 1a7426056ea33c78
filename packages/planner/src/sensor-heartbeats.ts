import type { SensorHeartbeat, SensorHeartbeatReply } from '@wachta/bus'
import type { Database } from '@wachta/database'
import { leastReferenceNetworks } from '@wachta/domain'
import { sql } from 'kysely'
import type { AssignmentTable } from './assignment-table.ts'

const lease_ms = 24 * 3_600_000
/** A sensor that still differs after this has had time enough to read what it was told. */
const patience_ms = 120_000
/** Results of its backlog that a sensor may send between two beats. */
const credit = 20_000
/** Three beats. */
const heardWithin_ms = 15_000

/** How a sensor is, as far as it was heard; one sensor may be several of them. */
export type SensorState = 'heard' | 'silent' | 'differing' | 'cut_off' | 'unsure' | 'disk_fault'

interface KnownSensor {
  readonly is_active: boolean
  readonly quarantined: boolean
}

/** What sensors tell of themselves, and what they are answered. */
export class SensorHeartbeats {
  readonly #board: AssignmentTable
  readonly #now: () => number
  readonly #heard = new Map<number, { heartbeat: SensorHeartbeat; at: Date }>()
  /** Since when sensors hold something else than they were told. */
  readonly #differing = new Map<number, number>()
  readonly #last = new Map<number, { readonly at: number; readonly heartbeat: SensorHeartbeat }>()
  #sensors: ReadonlyMap<number, KnownSensor> = new Map()

  constructor(assignmentTable: AssignmentTable, now: () => number = Date.now) {
    this.#board = assignmentTable
    this.#now = now
  }

  /** How many sensors are how; one that is switched off is not missed. */
  get sensors(): Readonly<Record<SensorState, number>> {
    const since = this.#now() - heardWithin_ms
    const active = [...this.#sensors].filter(([, { is_active }]) => is_active).map(([id]) => id)
    const heard = active.filter((id) => (this.#last.get(id)?.at ?? 0) >= since)
    const count = (is: (id: number, heartbeat: SensorHeartbeat | undefined) => boolean) =>
      heard.filter((id) => is(id, this.#last.get(id)?.heartbeat)).length
    return {
      heard: heard.length,
      silent: active.length - heard.length,
      differing: count((id) => this.#differing.has(id)),
      cut_off: count((_, heartbeat) => heartbeat?.self_check === false),
      disk_fault: count((_, heartbeat) => heartbeat?.disk_fault === true),
      unsure: count(
        (_, heartbeat) => (heartbeat?.reference_networks ?? leastReferenceNetworks) < leastReferenceNetworks,
      ),
    }
  }

  /** The answer to a beat; undefined for a sensor that does not exist. One that is switched off keeps no assignments. */
  answer(sensor_id: number, heartbeat: SensorHeartbeat, now: () => number): SensorHeartbeatReply | undefined {
    const received = now()
    const sensor = this.#sensors.get(sensor_id)
    if (sensor === undefined) return undefined
    this.#heard.set(sensor_id, { heartbeat, at: new Date(received) })
    this.#last.set(sensor_id, { at: received, heartbeat })
    this.#compare(sensor_id, heartbeat, received)
    return {
      v: 1,
      received,
      digest: this.#board.digest(sensor_id),
      valid_until: sensor.is_active ? received + lease_ms : received,
      quarantined: sensor.quarantined,
      backlog_credit: credit,
      sent: now(),
    }
  }

  #compare(sensor_id: number, { digest }: SensorHeartbeat, now: number): void {
    if (digest.hash === this.#board.digest(sensor_id).hash) {
      this.#differing.delete(sensor_id)
      return
    }
    const since = this.#differing.get(sensor_id) ?? now
    this.#differing.set(sensor_id, since)
    if (now - since < patience_ms) return
    this.#board.repeat(sensor_id)
    this.#differing.set(sensor_id, now)
  }

  /** Stores what was heard since the last time, and learns which sensors there are. Tells whose beats could not be stored. */
  async store(database: Database): Promise<ReadonlyMap<number, Error>> {
    const rows = [...this.#heard].map(([sensor_id, { heartbeat, at }]) => ({
      sensor_id,
      last_seen: at,
      version: heartbeat.version,
      clock_offset_ms: heartbeat.clock_offset_ms,
      lag_ms: heartbeat.lag_ms,
      report: heartbeat,
    }))
    this.#heard.clear()
    const failed = await storeRows(database, rows)
    const sensors = await database.query(sql<
      KnownSensor & { id: number }
    >`select s.id, s.is_active, coalesce(t.quarantined, false) as quarantined
from sensor s left join sensor_state t on t.sensor_id = s.id`)
    this.#sensors = new Map(sensors.map(({ id, ...sensor }) => [id, sensor]))
    return failed
  }
}

interface HeardRow {
  readonly sensor_id: number
  readonly last_seen: Date
  readonly version: string
  readonly clock_offset_ms: number | null
  readonly lag_ms: number
  readonly report: SensorHeartbeat
}

/** All at once; where the database refuses that, one after another, so that one sensor's word costs no other's. */
async function storeRows(database: Database, rows: readonly HeardRow[]): Promise<Map<number, Error>> {
  const failed = new Map<number, Error>()
  if (rows.length === 0) return failed
  try {
    await insertRows(database, rows)
  } catch (refused) {
    if (!isAboutValues(refused)) throw refused
    for (const row of rows)
      await insertRows(database, [row]).catch((error: Error) => void failed.set(row.sensor_id, error))
  }
  return failed
}

/** The database is there and does not take what it was given: data exceptions and constraints. */
const isAboutValues = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code))

const insertRows = (database: Database, rows: readonly HeardRow[]): Promise<unknown> =>
  database.query(sql`insert into sensor_state (sensor_id, last_seen, version, clock_offset_ms, lag_ms, report)
select n.sensor_id, n.last_seen, n.version, n.clock_offset_ms, n.lag_ms, n.report
from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (sensor_id bigint, last_seen timestamptz, version text, clock_offset_ms integer, lag_ms integer, report jsonb)
join sensor s on s.id = n.sensor_id order by n.sensor_id
on conflict (sensor_id) do update set last_seen = excluded.last_seen, version = excluded.version,
  clock_offset_ms = excluded.clock_offset_ms, lag_ms = excluded.lag_ms, report = excluded.report`)
