import type { SpooledResult } from './records.ts'
import type { Segment } from './segment.ts'

/** What damage has taken out of the spool: places that were given and hold nothing any more. */
export class Holes {
  readonly #seen = new Set<number>()
  readonly #byGroup = new Map<number, { readonly from: number; readonly to: number }[]>()

  /** Looks at what a segment still holds of what was written to it; tells how many results are newly known to be lost. */
  note(segment: Segment, byGroup: ReadonlyMap<number, readonly SpooledResult[]>): number {
    if (this.#seen.has(segment.number)) return 0
    this.#seen.add(segment.number)
    let lost = 0
    for (const [group, last] of segment.last) {
      let at = segment.next.get(group) ?? 1
      for (const { sequence } of byGroup.get(group) ?? []) {
        if (sequence > last) break
        if (sequence > at) lost += this.#add(group, at, sequence - 1)
        at = Math.max(at, sequence + 1)
      }
      if (at <= last) lost += this.#add(group, at, last)
    }
    return lost
  }

  /** The first place from this one on that is not within a hole. */
  beyond(group: number, sequence: number): number {
    let at = sequence
    for (const { from, to } of this.#byGroup.get(group) ?? []) if (from <= at && at <= to) at = to + 1
    return at
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
