/** Pseudo-random numbers: the same seed gives the same faults in the same order. */
export interface Random {
  /** Returns an integer from the first number to the second. */
  between(min: number, max: number): number
  pick<T>(choices: readonly [T, ...T[]]): T
  shuffle<T>(all: readonly T[]): T[]
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    // Mulberry32.
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    between: (min, max) => min + next() * (max - min),
    pick: (choices) => choices[Math.floor(next() * choices.length)] ?? choices[0],
    shuffle: (all) =>
      all
        .map((one) => ({ one, rank: next() }))
        .sort((one, other) => one.rank - other.rank)
        .map(({ one }) => one),
  }
}
