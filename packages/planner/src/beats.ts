import type { Beat, BeatAnswer } from '@wachta/bus'
import type { Database } from '@wachta/database'
import { sql } from 'kysely'
import type { Board } from './board.ts'

const lease_ms = 24 * 3_600_000
/** A sensor that still differs after this has had time enough to read what it was told. */
const patience_ms = 120_000
/** Results of its backlog that a sensor may send between two beats. */
const credit = 20_000
/** Three beats. */
const heardWithin_ms = 15_000

interface KnownSensor {
  readonly is_active: boolean
  readonly quarantined: boolean
}

/** What sensors tell of themselves, and what they are answered. */
export class Beats {
  readonly #board: Board
  readonly #heard = new Map<number, { beat: Beat; at: Date }>()
  /** Since when sensors hold something else than they were told. */
  readonly #differing = new Map<number, number>()
  readonly #lastHeard = new Map<number, number>()
  #sensors: ReadonlyMap<number, KnownSensor> = new Map()

  constructor(board: Board) {
    this.#board = board
  }

  /** How many sensors are how; one that is switched off is not missed. */
  get sensors(): Readonly<Record<'heard' | 'silent' | 'differing', number>> {
    const since = Date.now() - heardWithin_ms
    const active = [...this.#sensors].filter(([, { is_active }]) => is_active).map(([id]) => id)
    const heard = active.filter((id) => (this.#lastHeard.get(id) ?? 0) >= since)
    const differing = heard.filter((id) => this.#differing.has(id)).length
    return { heard: heard.length, silent: active.length - heard.length, differing }
  }

  /** The answer to a beat; undefined for a sensor that does not exist. One that is switched off keeps no assignments. */
  answer(sensor_id: number, beat: Beat, now: () => number): BeatAnswer | undefined {
    const received = now()
    const sensor = this.#sensors.get(sensor_id)
    if (sensor === undefined) return undefined
    this.#heard.set(sensor_id, { beat, at: new Date(received) })
    this.#lastHeard.set(sensor_id, received)
    this.#compare(sensor_id, beat, received)
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

  #compare(sensor_id: number, { digest }: Beat, now: number): void {
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

  /** Stores what was heard since the last time, and learns which sensors there are. */
  async store(database: Database): Promise<void> {
    const rows = [...this.#heard].map(([sensor_id, { beat, at }]) => ({
      sensor_id,
      last_seen: at,
      version: beat.version,
      clock_offset_ms: beat.clock_offset_ms,
      lag_ms: beat.lag_ms,
      report: beat,
    }))
    this.#heard.clear()
    if (rows.length > 0)
      await database.query(sql`insert into sensor_state (sensor_id, last_seen, version, clock_offset_ms, lag_ms, report)
select n.sensor_id, n.last_seen, n.version, n.clock_offset_ms, n.lag_ms, n.report
from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (sensor_id bigint, last_seen timestamptz, version text, clock_offset_ms integer, lag_ms integer, report jsonb)
join sensor s on s.id = n.sensor_id order by n.sensor_id
on conflict (sensor_id) do update set last_seen = excluded.last_seen, version = excluded.version,
  clock_offset_ms = excluded.clock_offset_ms, lag_ms = excluded.lag_ms, report = excluded.report`)
    const sensors = await database.query(sql<
      KnownSensor & { id: number }
    >`select s.id, s.is_active, coalesce(t.quarantined, false) as quarantined
from sensor s left join sensor_state t on t.sensor_id = s.id`)
    this.#sensors = new Map(sensors.map(({ id, ...sensor }) => [id, sensor]))
  }
}
