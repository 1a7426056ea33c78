import { tryApi } from './api-ways.ts'
import { createTally } from './tally.ts'
const tally = createTally(console.log)
const started = Date.now()
await tryApi({ tries: Number(process.argv[2] ?? 1), seed: 1, share: Number(process.argv[3] ?? 1) }, tally)
for (const line of tally.summary()) console.log(line)
for (const gap of tally.gaps) console.log('not shown:', gap)
console.log(`takeover: ${tally.tried} ways tried, ${tally.taken} taken`, Date.now() - started)
