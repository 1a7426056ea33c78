import type { SensorHeartbeat, SensorHeartbeatReply } from '@wachta/bus'
import type { Database } from '@wachta/database'
import { BucketLeases, type Division, minReferenceNetworks } from '@wachta/domain'
import { sql } from 'kysely'
import type { AssignmentTable } from './assignment-table.ts'
import { BrowserReports } from './browser-reports.ts'
import { HostReports, type SensorReport } from './host-reports.ts'
import type { BrowserChange } from './store-browser-ability.ts'

/** How long a sensor may use its assignments without an answer from the centre. */
const assignmentsValidMs = 24 * 3_600_000
/** How long a host may use its share of the assignments: three heartbeat intervals. */
export const shareLeaseMs = 15_000
/**
 * How long the assignments of a host may differ from the published ones until they are published again: enough time to
 * read them.
 */
const maxDifferenceMs = 120_000
/** The number of backlog results that a sensor may send between two heartbeats. */
const backlogCredit = 20_000
/** A host counts as online for three heartbeat intervals. */
const onlineWithinMs = 15_000

/** The states of a sensor according to its heartbeats; a sensor may be in several of them. */
export type SensorState = 'heard' | 'silent' | 'differing' | 'cut_off' | 'unsure' | 'disk_fault'

interface KnownSensor {
  readonly is_active: boolean
  readonly quarantined: boolean
  readonly browser_able: boolean | null
  readonly browser_reason: string | null
  /** The time of its last stored heartbeat, from this planner or a former one. */
  readonly heard_at: number | null
}

/** Receives the heartbeats of sensors, and creates the replies. */
export class SensorHeartbeats {
  readonly #assignmentTable: AssignmentTable
  readonly #now: () => number
  readonly #leaseMs: number
  readonly #hosts = new HostReports(onlineWithinMs)
  readonly #leases = new Map<number, BucketLeases>()
  /** By sensor and host, the time since which its assignments have differed from the published ones. */
  readonly #differing = new Map<number, Map<string, number>>()
  readonly #browsers = new BrowserReports()
  #sensors: ReadonlyMap<number, KnownSensor> = new Map()

  constructor(assignmentTable: AssignmentTable, now: () => number = Date.now, leaseMs = shareLeaseMs) {
    this.#assignmentTable = assignmentTable
    this.#now = now
    this.#leaseMs = leaseMs
  }

  /** The number of hosts of active sensors with a recent heartbeat. */
  get hosts(): number {
    return [...this.#sensors].reduce(
      (sum, [id, { is_active }]) => sum + (is_active ? this.#hosts.count(id, this.#now()) : 0),
      0,
    )
  }

  /** The number of sensors by state; inactive sensors are not counted as silent. */
  get sensors(): Readonly<Record<SensorState, number>> {
    const active = [...this.#sensors].filter(([, { is_active }]) => is_active).map(([id]) => id)
    const heard = active.flatMap((id) => {
      const report = this.#hosts.read(id, this.#now())
      return report ? [{ id, report }] : []
    })
    const count = (predicate: (id: number, report: SensorReport) => boolean) =>
      heard.filter(({ id, report }) => predicate(id, report)).length
    return {
      heard: heard.length,
      silent: active.length - heard.length,
      differing: count((id) => this.#differing.has(id)),
      cut_off: count((_, { self_check }) => self_check === false),
      disk_fault: count((_, { disk_fault }) => disk_fault),
      unsure: count((_, { reference_networks: known }) => (known ?? minReferenceNetworks) < minReferenceNetworks),
    }
  }

  /**
   * Returns the reply to a heartbeat; undefined for an unknown sensor. The assignments of an inactive sensor expire at
   * once.
   */
  answer(sensor_id: number, heartbeat: SensorHeartbeat, now: () => number): SensorHeartbeatReply | undefined {
    const received = now()
    const sensor = this.#sensors.get(sensor_id)
    if (sensor === undefined) return undefined
    this.#hosts.add(sensor_id, heartbeat, received)
    this.#browsers.addReport(sensor_id, heartbeat, received)
    this.#compare(sensor_id, heartbeat, received)
    const { host, sent, clock_offset_ms: offset, share } = heartbeat
    const grant = this.#leasesOf(sensor_id, sensor).answer({ host, sent, clockOffsetMs: offset ?? 0, share }, received)
    return {
      v: 1,
      received,
      digest: this.#assignmentTable.digest(sensor_id),
      valid_until: sensor.is_active ? received + assignmentsValidMs : received,
      quarantined: sensor.quarantined,
      backlog_credit: backlogCredit,
      ...(grant && { share: grant }),
      sent: now(),
    }
  }

  /**
   * Continues with the divisions of a former planner. A sensor without a division has not sent a heartbeat to any
   * planner that stores divisions.
   */
  restoreDivisions(divisions: ReadonlyMap<number, Division>): void {
    for (const [sensor_id, division] of divisions)
      this.#leases.set(sensor_id, BucketLeases.restore(this.#leaseMs, division, this.#now()))
  }

  /**
   * Returns the division that must be stored for the next planner before the newest reply of `answer` is sent;
   * undefined if the stored one is sufficient.
   */
  takeUnsaved(sensor_id: number): Division | undefined {
    return this.#leases.get(sensor_id)?.takeUnsaved()
  }

  /** Records that the division could not be stored, so that `takeUnsaved` returns it again. */
  markUnsaved(sensor_id: number): void {
    this.#leases.get(sensor_id)?.markUnsaved()
  }

  /**
   * Ends the leases that expired before a time up to which all heartbeats have been received. Returns the sensors of
   * which a bucket can move with the next heartbeats.
   */
  findUnsettled(heardUntil: number): number[] {
    return [...this.#leases].flatMap(([sensor_id, leases]) => {
      leases.expire(heardUntil)
      return leases.isUnsettled ? [sensor_id] : []
    })
  }

  /** Records that heartbeats of all sensors, or of one, may have been missed: hosts may have extended their leases. */
  assumeMissedHeartbeats(sensor_id?: number): void {
    const all = sensor_id === undefined ? [...this.#leases.values()] : [this.#leases.get(sensor_id)]
    for (const leases of all) leases?.assumeMissedHeartbeats(this.#now())
  }

  #leasesOf(sensor_id: number, { heard_at }: KnownSensor): BucketLeases {
    const existing = this.#leases.get(sensor_id)
    if (existing) return existing
    const isNew = heard_at === null || heard_at < this.#now() - assignmentsValidMs
    const leases = new BucketLeases(this.#leaseMs, isNew)
    this.#leases.set(sensor_id, leases)
    return leases
  }

  /** Returns the sensors whose browser report differs from the one last read from the database. */
  findBrowserChanges(now: number): BrowserChange[] {
    return [...this.#sensors].flatMap(([sensor_id, { browser_able, browser_reason }]) => {
      const ability = this.#browsers.getSettled(sensor_id, now)
      if (ability === undefined || (ability.able === browser_able && ability.reason === browser_reason)) return []
      return [{ sensor_id, ...ability, wasAble: browser_able }]
    })
  }

  #compare(sensor_id: number, { host, digest }: SensorHeartbeat, now: number): void {
    const differing = this.#differing.get(sensor_id) ?? new Map<string, number>()
    // Removes the differences of hosts that are offline.
    for (const [other, since] of differing) if (now - since > 2 * maxDifferenceMs) differing.delete(other)
    const since = differing.get(host) ?? now
    if (digest.hash === this.#assignmentTable.digest(sensor_id).hash) differing.delete(host)
    else if (now - since < maxDifferenceMs) differing.set(host, since)
    else {
      this.#assignmentTable.publishAgain(sensor_id)
      differing.set(host, now)
    }
    if (differing.size === 0) this.#differing.delete(sensor_id)
    else this.#differing.set(sensor_id, differing)
  }

  /** Stores the heartbeats since the last call, and reads which sensors exist. Returns the errors by sensor. */
  async store(database: Database): Promise<ReadonlyMap<number, Error>> {
    const rows = this.#hosts.take(this.#now()).map(({ sensor_id, at, report }) => ({
      sensor_id,
      last_seen: new Date(at),
      version: report.version,
      clock_offset_ms: report.clock_offset_ms,
      lag_ms: report.lag_ms,
      report,
    }))
    const failed = await storeRows(database, rows)
    const sensors = await database.query(sql<
      KnownSensor & { id: number }
    >`select s.id, s.is_active, coalesce(t.quarantined, false) as quarantined, t.browser_able, t.browser_reason,
  (extract(epoch from t.last_seen) * 1000)::float8 as heard_at
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
  readonly report: SensorReport
}

/** Stores all rows together. If the database rejects a value, stores them one by one, so that only bad ones fail. */
async function storeRows(database: Database, rows: readonly HeardRow[]): Promise<Map<number, Error>> {
  const failed = new Map<number, Error>()
  if (rows.length === 0) return failed
  try {
    await insertRows(database, rows)
  } catch (error) {
    if (!isAboutValues(error)) throw error
    for (const row of rows)
      await insertRows(database, [row]).catch((error: Error) => void failed.set(row.sensor_id, error))
  }
  return failed
}

/** Whether the database rejected a value (data exceptions and constraints), as opposed to a connection problem. */
const isAboutValues = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code))

const insertRows = (database: Database, rows: readonly HeardRow[]): Promise<unknown> =>
  database.query(sql`insert into sensor_state (sensor_id, last_seen, version, clock_offset_ms, lag_ms, report)
select n.sensor_id, n.last_seen, n.version, n.clock_offset_ms, n.lag_ms, n.report
from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (sensor_id bigint, last_seen timestamptz, version text, clock_offset_ms integer, lag_ms integer, report jsonb)
join sensor s on s.id = n.sensor_id order by n.sensor_id
on conflict (sensor_id) do update set last_seen = excluded.last_seen, version = excluded.version,
  clock_offset_ms = excluded.clock_offset_ms, lag_ms = excluded.lag_ms, report = excluded.report`)
