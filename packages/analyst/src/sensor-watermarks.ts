import { type Bus, writeCommand } from '@wachta/bus'
import type { SensorWatermark } from './slots/receipts.ts'

/** The watermarks of sensor spools, which are reported to the sensors. */
export interface SensorWatermarks {
  /** Starts a new session for a shard that was loaded from the database, with its stored watermarks. */
  begin(shard: number, epoch: number, watermarks: Iterable<SensorWatermark>): void
  /** Adds watermarks that were stored during the session. */
  add(shard: number, watermarks: Iterable<SensorWatermark>): void
  /** Stops reporting the watermarks of these spools. */
  forget(shard: number, spools: Iterable<Pick<SensorWatermark, 'sensor_id' | 'host'>>): void
  /** Ends the session of a shard that this analyst no longer owns. */
  end(shard: number): void
  /** Sends the sensors the watermarks that are new since the last call, or all of them. */
  report(options?: { readonly all?: boolean }): void
}

interface Spool {
  readonly sensor_id: number
  readonly host: string
  readonly marks: Map<number, number>
  readonly unreported: Set<number>
}

/** Reports to sensors how far their results are stored, so that they can delete them. */
export function createSensorWatermarks(bus: Pick<Bus, 'connection' | 'subjects'>): SensorWatermarks {
  const spools = new Map<string, Spool>()
  const sessions = new Map<number, string>()
  let sessionCount = 0
  const end = (shard: number) => {
    sessions.delete(shard)
    for (const { marks, unreported } of spools.values()) {
      marks.delete(shard)
      unreported.delete(shard)
    }
  }
  const add: SensorWatermarks['add'] = (shard, watermarks) => {
    for (const { sensor_id, host, sequence } of watermarks) {
      const key = `${sensor_id} ${host}`
      const spool = spools.get(key) ?? { sensor_id, host, marks: new Map(), unreported: new Set() }
      spools.set(key, spool)
      spool.marks.set(shard, sequence)
      spool.unreported.add(shard)
    }
  }
  return {
    begin(shard, epoch, watermarks) {
      end(shard)
      sessionCount += 1
      // Sensors use the highest session: epochs of leases increase with time, loads under one lease are numbered.
      sessions.set(shard, `${epoch}.${sessionCount}`)
      add(shard, watermarks)
    },
    add,
    forget(shard, forgotten) {
      for (const { sensor_id, host } of forgotten) {
        const spool = spools.get(`${sensor_id} ${host}`)
        spool?.marks.delete(shard)
        spool?.unreported.delete(shard)
        if (spool?.marks.size === 0) spools.delete(`${sensor_id} ${host}`)
      }
    },
    end,
    report({ all = false } = {}) {
      for (const { sensor_id, host, marks, unreported } of spools.values()) {
        if (unreported.size === 0 && !all) continue
        const reported = [...marks].flatMap(([shard, sequence]) =>
          all || unreported.has(shard) ? [[shard, sequence, sessions.get(shard)] as const] : [],
        )
        unreported.clear()
        if (reported.length === 0) continue
        bus.connection.publish(
          bus.subjects.command(sensor_id),
          writeCommand({ kind: 'committed', host, marks: reported, readsPacked: true }),
        )
      }
    },
  }
}
