import { type Bus, writeCommand } from '@wachta/bus'
import type { Watermark } from './desk/receipts.ts'

export interface Marks {
  /** What of a spool is stored for good. */
  add(group: number, watermarks: Iterable<Watermark>): void
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
  return {
    add(group, watermarks) {
      for (const { sensor_id, host, sequence } of watermarks) {
        const key = `${sensor_id} ${host}`
        const spool = spools.get(key) ?? { sensor_id, host, marks: new Map(), untold: new Set() }
        spools.set(key, spool)
        spool.marks.set(group, sequence)
        spool.untold.add(group)
      }
    },
    tell({ all = false } = {}) {
      for (const { sensor_id, host, marks, untold } of spools.values()) {
        if (untold.size === 0 && !all) continue
        const told = [...marks].filter(([group]) => all || untold.has(group))
        untold.clear()
        bus.connection.publish(bus.subjects.command(sensor_id), writeCommand({ kind: 'committed', host, marks: told }))
      }
    },
  }
}
