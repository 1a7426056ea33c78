import { repositoryRoot } from '../../tools/tree.ts'
import { describe, type OfferVerdict } from './offered.ts'
import { judgeAll, readOffers } from './promises.ts'
import { readSourceTree } from './source-tree.ts'

/**
 * npm run prove -- promises: finds for every offered feature the code that implements it and the test that shows it.
 */
export async function run(): Promise<number> {
  const promises = judgeAll(await readOffers(), await readSourceTree(repositoryRoot))
  for (const line of describePromises(promises)) console.log(line)
  return isKept(promises) ? 0 : 1
}

/** A run with fewer offers than this has missed some. */
const leastOffered = 600

export const isKept = (judged: readonly OfferVerdict[]): boolean =>
  judged.length >= leastOffered && judged.every(({ verdict }) => verdict !== 'hollow')

/** Formats the unfulfilled promises as lines; the figures come last. */
export function describePromises(judged: readonly OfferVerdict[]): string[] {
  const count = (wanted: string) => judged.filter(({ verdict }) => verdict === wanted).length
  return [
    ...judged.flatMap(({ verdict, offered, reason }) =>
      verdict === 'hollow' ? `${describe(offered)}: ${reason}` : [],
    ),
    `promises: ${judged.length} offered, ${count('acts')} act, ${count('refused')} refused, ${count('hollow')} hollow`,
  ]
}

if (import.meta.main) process.exitCode = await run()
