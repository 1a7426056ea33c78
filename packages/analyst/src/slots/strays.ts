/** The reason why a result is not used for any analysis. */
export type StrayReason =
  | 'unknown_service'
  | 'not_on_grid'
  | 'wrong_revision'
  | 'wrong_sensor'
  | 'too_old'
  | 'ahead'
  | 'differs'
  | 'damaged'
  | 'too_many_hosts'

export interface StrayCount {
  readonly sensor_id: number
  readonly reason: StrayReason
  readonly count: number
}

/** Counts unexpected results by sensor and reason. */
export class Strays {
  readonly #counts = new Map<number, Map<StrayReason, number>>()

  add(sensor_id: number, reason: StrayReason, count = 1): void {
    let reasons = this.#counts.get(sensor_id)
    if (reasons === undefined) {
      reasons = new Map()
      this.#counts.set(sensor_id, reasons)
    }
    reasons.set(reason, (reasons.get(reason) ?? 0) + count)
  }

  /** Returns the counts since the last call, and resets them. */
  take(): StrayCount[] {
    if (this.#counts.size === 0) return []
    const taken: StrayCount[] = []
    for (const [sensor_id, reasons] of this.#counts)
      for (const [reason, count] of reasons) taken.push({ sensor_id, reason, count })
    this.#counts.clear()
    return taken
  }
}
