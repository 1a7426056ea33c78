import { createHash } from 'node:crypto'

/** Returns a pseudo-random number that is always the same for the same words. */
export const hashToNumber = (key: string): number => createHash('md5').update(key).digest().readUInt32BE(0)

/** Selects one item of each kind, pseudo-randomly: over many calls, that covers more than always the first item. */
export function selectOneOfEach<T>(all: readonly T[], words: string, kindOf: (one: T) => string): T[] {
  const groups = new Map<string, T[]>()
  for (const one of all) groups.set(kindOf(one), [...(groups.get(kindOf(one)) ?? []), one])
  return [...groups.values()].flatMap((group) => group.slice(hashToNumber(words) % group.length).slice(0, 1))
}
