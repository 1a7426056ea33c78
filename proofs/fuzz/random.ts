/** Reproducible random numbers: the same seed and place give the same numbers on every machine. */
export interface Random {
  below(bound: number): number
  between(low: number, high: number): number
  chance(probability: number): boolean
  pick<T>(items: readonly [T, ...T[]] | readonly T[]): T
  /** Returns some of the items, in their order. */
  pickSome<T>(items: readonly T[], maxCount: number): T[]
  pickWeighted<T>(choices: readonly (readonly [weight: number, value: T])[]): T
}

/** Returns a separate source for every request, so that one request can be repeated without those before it. */
export function randomAt(seed: number, index: number): Random {
  let state = (Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(index + 1, 0xc2b2ae35)) >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (bound: number) => Math.floor(next() * bound)
  return {
    below,
    between: (low, high) => low + below(high - low + 1),
    chance: (probability) => next() < probability,
    pick: (items) => {
      if (items.length === 0) throw new Error('nothing to pick from')
      return items[below(items.length)] as (typeof items)[number]
    },
    pickSome: (items, maxCount) => {
      const count = below(Math.min(maxCount, items.length) + 1)
      const indexes = new Set(Array.from({ length: count }, () => below(items.length)))
      return items.filter((_, place) => indexes.has(place))
    },
    pickWeighted(choices) {
      let remaining = next() * choices.reduce((sum, [weight]) => sum + weight, 0)
      const found = choices.find(([weight]) => {
        remaining -= weight
        return remaining < 0
      })
      return (found ?? choices[choices.length - 1] ?? rejectEmpty())[1]
    },
  }
}

const rejectEmpty = (): never => {
  throw new Error('nothing to choose from')
}
