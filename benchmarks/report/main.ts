import { parseBenchOptions } from '../support/options.ts'
import { measureMonth } from './first-of-month.ts'
import { measurePrinting } from './printing.ts'

/** `large` is one report of all services. */
const aims = { ratio: 0.6, lagSeconds: 2, megabytes: 300, large: { megabytes: 450, seconds: 30 } }

/** npm run bench -- report [--rounds 20] [--reports 500] [--services 1000] */
export async function run(args: string[]): Promise<boolean> {
  const { rounds, reports, services } = parseBenchOptions(args, {
    rounds: { defaultValue: 20, minimum: 2 },
    reports: { defaultValue: 500, minimum: 1 },
    services: { defaultValue: 1000, minimum: 20 },
  })
  const { pagesPerSecond, ratio, peakMb } = await measurePrinting(rounds)
  console.log(
    `a report of 20 services: ${pagesPerSecond.toFixed(1)} pages/s, ${ratio.toFixed(2)} of the engine alone, ${peakMb.toFixed(0)} MB to print`,
  )
  const { seconds, lagSeconds, large } = await measureMonth({ reports, services })
  console.log(
    `${reports} reports due at once: ${seconds.toFixed(0)} s; live checks: lag p99 ${lagSeconds.toFixed(2)} s`,
  )
  const isReached =
    ratio >= aims.ratio &&
    lagSeconds <= aims.lagSeconds &&
    peakMb <= aims.megabytes &&
    large.peakMb <= aims.large.megabytes &&
    large.seconds <= aims.large.seconds
  console.log(`aims ${isReached ? 'reached' : 'not reached'}`)
  const memory = Math.max(peakMb, large.peakMb).toFixed(0)
  console.log(
    `report: ${pagesPerSecond.toFixed(1)} pages/s, ratio ${ratio.toFixed(2)}, first of month ${seconds.toFixed(0)} s, RSS ${memory} MB`,
  )
  return true
}
