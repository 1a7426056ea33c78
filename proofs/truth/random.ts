/** Pseudo-random numbers that follow from a seed. */
export interface Random {
  /** Returns a number from 0 to 1, without 1. */
  next(): number
  /** Returns an integer from `least` to `most`, without `most`. */
  between(min: number, max: number): number
  chance(part: number): boolean
  pick<T>(given: readonly T[]): T
  /** Returns another source, whose draws do not affect this one. */
  fork(name: number): Random
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  // Mulberry32: small, and good enough to choose scenarios.
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
