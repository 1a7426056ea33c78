import { createHash } from 'node:crypto'

/** Returns a pseudo-random number that is always the same for the same words. */
export const hashToNumber = (words: string): number => createHash('md5').update(words).digest().readUInt32BE(0)

/** Selects one of each kind pseudo-randomly, so that together they cover more than always the first one would. */
export function selectOneOfEach<T>(all: readonly T[], words: string, kindOf: (one: T) => string): T[] {
  const groups = new Map<string, T[]>()
  for (const one of all) groups.set(kindOf(one), [...(groups.get(kindOf(one)) ?? []), one])
  return [...groups.values()].flatMap((group) => group.slice(hashToNumber(words) % group.length).slice(0, 1))
}
