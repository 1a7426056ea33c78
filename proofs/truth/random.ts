/** Numbers that follow from a seed. */
export interface Random {
  /** From 0 up to, not including, 1. */
  next(): number
  /** A whole number from `least` up to, not including, `most`. */
  between(least: number, most: number): number
  chance(part: number): boolean
  pick<T>(given: readonly T[]): T
  /** Another one, which the draws of this one do not disturb. */
  fork(name: number): Random
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  // Mulberry32: small, and good enough to choose stories with.
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    next,
    between: (least, most) => Math.floor(least + next() * (most - least)),
    chance: (part) => next() < part,
    pick: (given) => {
      const picked = given[Math.floor(next() * given.length)]
      if (picked === undefined) throw new RangeError('nothing to pick from')
      return picked
    },
    fork: (name) => createRandom(Math.imul(seed ^ 0x9e3779b9, 2 * name + 1)),
  }
}
