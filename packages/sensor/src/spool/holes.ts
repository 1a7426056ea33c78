import type { SpooledResult } from './records.ts'
import type { Segment } from './segment.ts'

/** The sequences whose results were lost by damage of the disk. */
export class Holes {
  readonly #seen = new Set<number>()
  readonly #byGroup = new Map<number, { readonly from: number; readonly to: number }[]>()

  /** Compares the results that a segment still has with those that it should have. Returns the number of new losses. */
  addSegment(segment: Segment, byGroup: ReadonlyMap<number, readonly SpooledResult[]>): number {
    if (this.#seen.has(segment.number)) return 0
    this.#seen.add(segment.number)
    let lost = 0
    for (const [group, last] of segment.last) {
      let expected = segment.next.get(group) ?? 1
      for (const { sequence } of byGroup.get(group) ?? []) {
        if (sequence > last) break
        if (sequence > expected) lost += this.#add(group, expected, sequence - 1)
        expected = Math.max(expected, sequence + 1)
      }
      if (expected <= last) lost += this.#add(group, expected, last)
    }
    return lost
  }

  /** Returns the first sequence from the given one on that is not lost. */
  skipLost(group: number, sequence: number): number {
    let next = sequence
    for (const { from, to } of this.#byGroup.get(group) ?? []) if (from <= next && next <= to) next = to + 1
    return next
  }

  #add(group: number, from: number, to: number): number {
    const holes = this.#byGroup.get(group) ?? []
    holes.push({ from, to })
    this.#byGroup.set(
      group,
      holes.sort((one, other) => one.from - other.from),
    )
    return to - from + 1
  }
}
