import type { CheckReport, CheckTexts } from '@wachta/bus'
import type { Receipt } from './receipts.ts'

/** How long a result waits for the row that asked for it. */
const forcedWait_ms = 5_000
/** About a kilobyte each. One that watches the service may have been asked for many checks at once. */
const maxPerWatcher = 500
/** A check with settings of its own may be asked of any sensor; few are, and seldom. */
const maxPerStranger = 20
const maxHeld = 20_000

export interface HeldResult {
  readonly report: CheckReport
  readonly receipt: Receipt
  readonly until: number
}

/** Results that no slot expects, for the moment until the row that asks for them is read; so many of each sensor. */
export class HeldResults {
  #held: (HeldResult & { readonly weight: number })[] = []
  readonly #bySensor = new Map<number, number>()
  #weight = 0

  /** False where the sensor has too much here already, or all of them together. */
  hold(report: CheckReport, receipt: Receipt, { now, isWatcher }: { now: number; isWatcher: boolean }): boolean {
    const weight = 1 + Math.ceil(lengthOf(report.words) / 1_024)
    const before = this.#bySensor.get(report.sensor_id) ?? 0
    if (before + weight > (isWatcher ? maxPerWatcher : maxPerStranger) || this.#weight + weight > maxHeld) return false
    this.#held.push({ report, receipt, until: now + forcedWait_ms, weight })
    this.#add(report.sensor_id, weight)
    return true
  }

  /** Takes out those of one slot. */
  takeSlot(service_id: number, slot: number): HeldResult[] {
    return this.#takeOut(({ report }) => report.service_id === service_id && report.slot === slot)
  }

  /** Takes out those that have waited long enough. */
  takeDue(now: number): HeldResult[] {
    return this.#takeOut(({ until }) => until <= now)
  }

  #takeOut(isMeant: (held: HeldResult) => boolean): HeldResult[] {
    if (this.#held.length === 0) return []
    const taken = this.#held.filter(isMeant)
    if (taken.length === 0) return taken
    this.#held = this.#held.filter((held) => !isMeant(held))
    for (const { report, weight } of taken) this.#add(report.sensor_id, -weight)
    return taken
  }

  #add(sensor_id: number, weight: number): void {
    const after = (this.#bySensor.get(sensor_id) ?? 0) + weight
    if (after === 0) this.#bySensor.delete(sensor_id)
    else this.#bySensor.set(sensor_id, after)
    this.#weight += weight
  }
}

function lengthOf(words: CheckTexts | null): number {
  if (words === null) return 0
  let length = 0
  for (const value of Object.values(words)) length += typeof value === 'string' ? value.length : 256
  return length
}
