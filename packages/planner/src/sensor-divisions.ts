import type { Database } from '@wachta/database'
import { bucketCount, type Division } from '@wachta/domain'
import { reportUnreadable } from '@wachta/runtime'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { Value } from 'typebox/value'

interface Batch {
  readonly divisions: Map<number, Division>
  readonly written: Promise<void>
}

/**
 * Stores for the next planner which host of each sensor may hold which buckets. Only the planner with the highest epoch
 * can write its rows.
 */
export class SensorDivisions {
  readonly #database: Database
  readonly #epoch: number
  #next: Batch | undefined
  #last: Promise<void> = Promise.resolve()
  readonly #pending = new Map<number, Promise<void>>()

  constructor(database: Database, epoch: number) {
    this.#database = database
    this.#epoch = epoch
  }

  /**
   * Takes over the divisions of former planners, which cannot change them from then on. A division that cannot be read
   * is left out, as if its sensor had none.
   */
  async take(): Promise<Map<number, Division>> {
    const rows = await this.#database.query(sql<{ sensor_id: number; division: unknown }>`update sensor_division
set epoch = ${this.#epoch} where epoch < ${this.#epoch} returning sensor_id, division`)
    return new Map(
      rows.flatMap(({ sensor_id, division }) => {
        if (Value.Check(StoredDivision, division)) return [[sensor_id, division] as const]
        reportUnreadable('sensor_division.division', sensor_id)
        return []
      }),
    )
  }

  /** Adds a division to the next write. */
  keep(sensor_id: number, division: Division): void {
    this.#next ??= this.#startBatch()
    const { divisions, written } = this.#next
    divisions.set(sensor_id, division)
    this.#pending.set(sensor_id, written)
  }

  /** Returns a promise for the pending write of a sensor; undefined if its last division is stored already. */
  getPendingWrite(sensor_id: number): Promise<void> | undefined {
    return this.#pending.get(sensor_id)
  }

  /** Writes divisions in order; those that wait for the same write are written together. */
  #startBatch(): Batch {
    const divisions = new Map<number, Division>()
    const written = this.#last
      .catch(() => undefined)
      .then(() => {
        this.#next = undefined
        return this.#write(divisions)
      })
      .finally(() => {
        for (const id of divisions.keys()) if (this.#pending.get(id) === written) this.#pending.delete(id)
      })
    this.#last = written
    return { divisions, written }
  }

  async #write(divisions: ReadonlyMap<number, Division>): Promise<void> {
    const rows = [...divisions].map(([sensor_id, division]) => ({ sensor_id, division }))
    const stored = await this.#database.query(sql`insert into sensor_division (sensor_id, epoch, division)
select n.sensor_id, ${this.#epoch}, n.division
from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (sensor_id bigint, division jsonb)
join sensor s on s.id = n.sensor_id order by n.sensor_id
on conflict (sensor_id) do update set epoch = excluded.epoch, division = excluded.division
where sensor_division.epoch <= excluded.epoch returning sensor_id`)
    if (stored.length < rows.length)
      throw new Error('another planner owns the division of a sensor, or the sensor was deleted')
  }
}

const Bucket = Type.Integer({ minimum: 0, maximum: bucketCount - 1 })
const StoredDivision = Type.Object({
  hosts: Type.Array(
    Type.Object({
      host: Type.String(),
      // Buckets are divided by the sum of the capacities.
      capacity: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]),
      aheadMs: Type.Number(),
      buckets: Type.Array(
        Type.Object({ bucket: Bucket, from: Type.Number(), until: Type.Union([Type.Number(), Type.Null()]) }),
      ),
    }),
  ),
  freed: Type.Array(Type.Object({ bucket: Bucket, host: Type.String(), own: Type.Number(), from: Type.Number() })),
})
