import { type Bus, writeCommand } from '@wachta/bus'
import type { SensorWatermark } from './slots/receipts.ts'

export interface Marks {
  /**
   * The shard was read from the database under this lease: from now on a new session says what of its spools is stored.
   */
  begin(shard: number, epoch: number, watermarks: Iterable<SensorWatermark>): void
  /** What of a spool is stored, beyond what the session began with. */
  add(shard: number, watermarks: Iterable<SensorWatermark>): void
  /** Nothing is said of these spools any more. */
  forget(shard: number, spools: Iterable<Pick<SensorWatermark, 'sensor_id' | 'host'>>): void
  /** The shard is no longer decided here. */
  end(shard: number): void
  /** Tells the sensors what is new since the last time; everything, where it is asked for. */
  tell(options?: { readonly all?: boolean }): void
}

interface Spool {
  readonly sensor_id: number
  readonly host: string
  readonly marks: Map<number, number>
  readonly untold: Set<number>
}

/** Tells sensors how far their results are stored: what is told they may forget. */
export function createMarks(bus: Pick<Bus, 'connection' | 'subjects'>): Marks {
  const spools = new Map<string, Spool>()
  const sessions = new Map<number, string>()
  let begun = 0
  const end = (shard: number) => {
    sessions.delete(shard)
    for (const { marks, untold } of spools.values()) {
      marks.delete(shard)
      untold.delete(shard)
    }
  }
  const add: Marks['add'] = (shard, watermarks) => {
    for (const { sensor_id, host, sequence } of watermarks) {
      const key = `${sensor_id} ${host}`
      const spool = spools.get(key) ?? { sensor_id, host, marks: new Map(), untold: new Set() }
      spools.set(key, spool)
      spool.marks.set(shard, sequence)
      spool.untold.add(shard)
    }
  }
  return {
    begin(shard, epoch, watermarks) {
      end(shard)
      begun += 1
      // Sensors follow the highest: leases are ordered by time, the readings under one lease by number.
      sessions.set(shard, `${epoch}.${begun}`)
      add(shard, watermarks)
    },
    add,
    forget(shard, forgotten) {
      for (const { sensor_id, host } of forgotten) {
        const spool = spools.get(`${sensor_id} ${host}`)
        spool?.marks.delete(shard)
        spool?.untold.delete(shard)
        if (spool?.marks.size === 0) spools.delete(`${sensor_id} ${host}`)
      }
    },
    end,
    tell({ all = false } = {}) {
      for (const { sensor_id, host, marks, untold } of spools.values()) {
        if (untold.size === 0 && !all) continue
        const told = [...marks].flatMap(([shard, sequence]) =>
          all || untold.has(shard) ? [[shard, sequence, sessions.get(shard)] as const] : [],
        )
        untold.clear()
        if (told.length === 0) continue
        bus.connection.publish(bus.subjects.command(sensor_id), writeCommand({ kind: 'committed', host, marks: told }))
      }
    },
  }
}
