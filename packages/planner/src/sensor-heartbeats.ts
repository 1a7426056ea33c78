import type { SensorHeartbeat, SensorHeartbeatReply } from '@wachta/bus'
import type { Database } from '@wachta/database'
import { leastReferenceNetworks } from '@wachta/domain'
import { sql } from 'kysely'
import type { AssignmentTable } from './assignment-table.ts'
import { BrowserReports } from './browser-reports.ts'
import type { BrowserChange } from './keep-browser-sensor.ts'

const leaseMs = 24 * 3_600_000
/** How long the assignments of a sensor may differ, so that it has enough time to read them. */
const patienceMs = 120_000
/** The number of backlog results that a sensor may send between two heartbeats. */
const credit = 20_000
/** Three heartbeats. */
const heardWithinMs = 15_000

/** The states of a sensor by its heartbeats; a sensor may be in several of them. */
export type SensorState = 'heard' | 'silent' | 'differing' | 'cut_off' | 'unsure' | 'disk_fault'

interface KnownSensor {
  readonly is_active: boolean
  readonly quarantined: boolean
  readonly browser_able: boolean | null
  readonly browser_reason: string | null
}

/** Receives the heartbeats of sensors, and creates the replies. */
export class SensorHeartbeats {
  readonly #assignmentTable: AssignmentTable
  readonly #now: () => number
  readonly #heard = new Map<number, { heartbeat: SensorHeartbeat; at: Date }>()
  /** By sensor, the time from which its assignments have differed from the published ones. */
  readonly #differing = new Map<number, number>()
  readonly #last = new Map<number, { readonly at: number; readonly heartbeat: SensorHeartbeat }>()
  readonly #browsers = new BrowserReports()
  #sensors: ReadonlyMap<number, KnownSensor> = new Map()

  constructor(assignmentTable: AssignmentTable, now: () => number = Date.now) {
    this.#assignmentTable = assignmentTable
    this.#now = now
  }

  /** The number of sensors by state; inactive sensors are not counted as silent. */
  get sensors(): Readonly<Record<SensorState, number>> {
    const since = this.#now() - heardWithinMs
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

  /** Returns the reply to a heartbeat; undefined for an unknown sensor. An inactive sensor keeps no assignments. */
  answer(sensor_id: number, heartbeat: SensorHeartbeat, now: () => number): SensorHeartbeatReply | undefined {
    const received = now()
    const sensor = this.#sensors.get(sensor_id)
    if (sensor === undefined) return undefined
    this.#heard.set(sensor_id, { heartbeat, at: new Date(received) })
    this.#last.set(sensor_id, { at: received, heartbeat })
    this.#browsers.addReport(sensor_id, heartbeat, received)
    this.#compare(sensor_id, heartbeat, received)
    return {
      v: 1,
      received,
      digest: this.#assignmentTable.digest(sensor_id),
      valid_until: sensor.is_active ? received + leaseMs : received,
      quarantined: sensor.quarantined,
      backlog_credit: credit,
      sent: now(),
    }
  }

  /** Returns the sensors that report something else about their browser than what was last read from the database. */
  findBrowserChanges(now: number): BrowserChange[] {
    return [...this.#sensors].flatMap(([sensor_id, { browser_able, browser_reason }]) => {
      const ability = this.#browsers.getSettled(sensor_id, now)
      if (ability === undefined || (ability.able === browser_able && ability.reason === browser_reason)) return []
      return [{ sensor_id, ...ability, wasAble: browser_able }]
    })
  }

  #compare(sensor_id: number, { digest }: SensorHeartbeat, now: number): void {
    if (digest.hash === this.#assignmentTable.digest(sensor_id).hash) {
      this.#differing.delete(sensor_id)
      return
    }
    const since = this.#differing.get(sensor_id) ?? now
    this.#differing.set(sensor_id, since)
    if (now - since < patienceMs) return
    this.#assignmentTable.repost(sensor_id)
    this.#differing.set(sensor_id, now)
  }

  /** Stores the heartbeats since the last call, and reads which sensors exist. Returns the errors by sensor. */
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
    >`select s.id, s.is_active, coalesce(t.quarantined, false) as quarantined, t.browser_able, t.browser_reason
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

/** Stores all rows together. If the database rejects a value, stores them one by one, so that only bad ones fail. */
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

/** Whether the database rejected a value (data exceptions and constraints), not just a connection problem. */
const isAboutValues = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code))

const insertRows = (database: Database, rows: readonly HeardRow[]): Promise<unknown> =>
  database.query(sql`insert into sensor_state (sensor_id, last_seen, version, clock_offset_ms, lag_ms, report)
select n.sensor_id, n.last_seen, n.version, n.clock_offset_ms, n.lag_ms, n.report
from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (sensor_id bigint, last_seen timestamptz, version text, clock_offset_ms integer, lag_ms integer, report jsonb)
join sensor s on s.id = n.sensor_id order by n.sensor_id
on conflict (sensor_id) do update set last_seen = excluded.last_seen, version = excluded.version,
  clock_offset_ms = excluded.clock_offset_ms, lag_ms = excluded.lag_ms, report = excluded.report`)
