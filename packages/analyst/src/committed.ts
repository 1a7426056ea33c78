import { type Bus, writeCommand } from '@wachta/bus'
import type { Watermark } from './desk/receipts.ts'

export interface Marks {
  /** The group was read from the database under this lease: from now on a new session says what of its spools is stored. */
  begin(group: number, epoch: number, watermarks: Iterable<Watermark>): void
  /** What of a spool is stored, beyond what the session began with. */
  add(group: number, watermarks: Iterable<Watermark>): void
  /** Nothing is said of these spools any more. */
  forget(group: number, spools: Iterable<Pick<Watermark, 'sensor_id' | 'host'>>): void
  /** The group is no longer decided here. */
  end(group: number): void
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
  const end = (group: number) => {
    sessions.delete(group)
    for (const { marks, untold } of spools.values()) {
      marks.delete(group)
      untold.delete(group)
    }
  }
  const add: Marks['add'] = (group, watermarks) => {
    for (const { sensor_id, host, sequence } of watermarks) {
      const key = `${sensor_id} ${host}`
      const spool = spools.get(key) ?? { sensor_id, host, marks: new Map(), untold: new Set() }
      spools.set(key, spool)
      spool.marks.set(group, sequence)
      spool.untold.add(group)
    }
  }
  return {
    begin(group, epoch, watermarks) {
      end(group)
      begun += 1
      // Sensors follow the highest: leases are ordered by time, the readings under one lease by number.
      sessions.set(group, `${epoch}.${begun}`)
      add(group, watermarks)
    },
    add,
    forget(group, forgotten) {
      for (const { sensor_id, host } of forgotten) {
        const spool = spools.get(`${sensor_id} ${host}`)
        spool?.marks.delete(group)
        spool?.untold.delete(group)
        if (spool?.marks.size === 0) spools.delete(`${sensor_id} ${host}`)
      }
    },
    end,
    tell({ all = false } = {}) {
      for (const { sensor_id, host, marks, untold } of spools.values()) {
        if (untold.size === 0 && !all) continue
        const told = [...marks].flatMap(([group, sequence]) =>
          all || untold.has(group) ? [[group, sequence, sessions.get(group)] as const] : [],
        )
        untold.clear()
        if (told.length === 0) continue
        bus.connection.publish(bus.subjects.command(sensor_id), writeCommand({ kind: 'committed', host, marks: told }))
      }
    },
  }
}
