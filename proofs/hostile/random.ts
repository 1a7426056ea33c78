export interface Random {
  /** Returns a number from 0 to 1, without 1. */
  next(): number
  pick<T>(from: readonly T[]): T
  /** Returns an integer from 0 to the given number, without it. */
  below(bound: number): number
  bytes(length: number): Uint8Array
}

/** Creates pseudo-random numbers by mulberry32: the same seed gives the same numbers. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (bound: number) => Math.floor(next() * bound)
  return {
    next,
    below,
    pick: <T>(from: readonly T[]): T => from[below(from.length)] as T,
    bytes: (length) => Uint8Array.from({ length }, () => below(256)),
  }
}
