import { repositoryRoot } from '../../tools/tree.ts'
import { describeOffer, type OfferVerdict } from './offered.ts'
import { judgeAll, readOffers } from './promises.ts'
import { readSourceTree } from './source-tree.ts'

/**
 * npm run prove -- promises: finds for every offered feature the code that implements it and the test that shows it.
 */
export async function run(): Promise<number> {
  const promises = judgeAll(await readOffers(), await readSourceTree(repositoryRoot))
  for (const line of describePromises(promises)) console.log(line)
  return areKept(promises) ? 0 : 1
}

/** The minimum number of offers: a run that finds fewer has missed some. */
const minOffers = 600

export const areKept = (judged: readonly OfferVerdict[]): boolean =>
  judged.length >= minOffers && judged.every(({ verdict }) => verdict !== 'hollow')

/** Formats the unfulfilled promises as lines; the last line has the counts. */
export function describePromises(judged: readonly OfferVerdict[]): string[] {
  const count = (wanted: string) => judged.filter(({ verdict }) => verdict === wanted).length
  return [
    ...judged.flatMap(({ verdict, offered, reason }) =>
      verdict === 'hollow' ? `${describeOffer(offered)}: ${reason}` : [],
    ),
    `promises: ${judged.length} offered, ${count('acts')} act, ${count('refused')} refused, ${count('hollow')} hollow`,
  ]
}

if (import.meta.main) process.exitCode = await run()
