import type { CheckTexts, ReceivedReport } from '@wachta/bus'
import type { Receipt } from './receipts.ts'

/** How long a result waits for the row of its forced analysis. */
const forcedWaitMs = 5_000
/**
 * In units of about a kilobyte. A sensor that is assigned to the service may run many manual checks at the same time.
 */
const maxPerAssignedSensor = 500
/** Other sensors can run a manual check with custom settings, but that is rare. */
const maxPerOtherSensor = 20
const maxHeld = 20_000

export interface HeldResult {
  readonly report: ReceivedReport
  readonly receipt: Receipt
  readonly until: number
}

/**
 * Results that no open slot expects. They wait a moment, because the row of their forced analysis may not have been
 * read yet. The amount is limited, for each sensor and in total.
 */
export class HeldResults {
  #held: (HeldResult & { readonly weight: number })[] = []
  readonly #bySensor = new Map<number, number>()
  #weight = 0

  /** Adds a result; returns false if a limit is reached, for this sensor or in total. */
  hold(report: ReceivedReport, receipt: Receipt, { now, isAssigned }: { now: number; isAssigned: boolean }): boolean {
    const weight = 1 + Math.ceil(measureTexts(report.words) / 1_024)
    const before = this.#bySensor.get(report.sensor_id) ?? 0
    if (before + weight > (isAssigned ? maxPerAssignedSensor : maxPerOtherSensor) || this.#weight + weight > maxHeld)
      return false
    this.#held.push({ report, receipt, until: now + forcedWaitMs, weight })
    this.#add(report.sensor_id, weight)
    return true
  }

  /** Removes and returns the results of one slot. */
  takeSlot(service_id: number, slot: number): HeldResult[] {
    return this.#takeOut(({ report }) => report.service_id === service_id && report.slot === slot)
  }

  /** Removes and returns the results that have waited long enough. */
  takeDue(now: number): HeldResult[] {
    return this.#takeOut(({ until }) => until <= now)
  }

  #takeOut(isWanted: (held: HeldResult) => boolean): HeldResult[] {
    if (this.#held.length === 0) return []
    const taken = this.#held.filter(isWanted)
    if (taken.length === 0) return taken
    this.#held = this.#held.filter((held) => !isWanted(held))
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

function measureTexts(texts: CheckTexts | null): number {
  if (texts === null) return 0
  let length = 0
  for (const value of Object.values(texts)) length += typeof value === 'string' ? value.length : 256
  return length
}
