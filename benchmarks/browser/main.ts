import assert from 'node:assert/strict'
import { availableParallelism } from 'node:os'
import { type BrowserProcesses, createBrowserProcesses, findBrowser } from '@wachta/browser'
import { chromium } from 'playwright-core'
import { parseBenchOptions } from '../support/options.ts'
import { measurePeakMb } from './memory.ts'
import { shopRequestCount, startShop } from './shop.ts'

const aims = { ratio: 0.7 }

/** npm run bench -- browser [--rounds 10] [--checks 12] */
export async function run(args: string[]): Promise<boolean> {
  const { rounds, checks } = parseBenchOptions(args, {
    rounds: { defaultValue: 10, minimum: 1 },
    checks: { defaultValue: 12, minimum: 2 },
  })
  const ability = await findBrowser()
  if (!ability.isAble) throw new Error(`no browser: ${ability.reason}`)
  await using shop = await startShop()
  await using browsers = createBrowserProcesses({ path: ability.path, allow: ['127.0.0.0/8'] })
  const ours = () => checkPage(browsers, shop.address)
  const bare = () => openBare(ability.path, shop.address)
  const peakMb = await measurePeakMb(ours)
  const times = await runAlternately({ ours, bare }, rounds, checks)
  const perMinute = (60_000 * checks) / median(times.map((round) => round.ours)) / availableParallelism()
  const ratio = median(times.map((round) => round.bare / round.ours))
  console.log(`${rounds} rounds of ${checks} pages, ${availableParallelism()} at once`)
  console.log(`aims ${ratio >= aims.ratio ? 'reached' : 'not reached'}`)
  console.log(`browser: ${perMinute.toFixed(1)} checks/min/core, ratio ${ratio.toFixed(2)}, ${peakMb.toFixed(0)} MB`)
  return true
}

async function checkPage(browsers: BrowserProcesses, address: string): Promise<void> {
  const settings = { wait_until: 'load', content_regex: 'Bicycles' }
  const outcome = await browsers.run({ type_id: 'fullpage', address, settings, timeout_ms: 60_000 })
  assert.equal(outcome.result, 'ok', outcome.error_message ?? '')
  assert.equal(outcome.metrics['request_count'], shopRequestCount)
}

/** The same page with the library alone: a new browser, without jail, guard or evidence. */
async function openBare(executablePath: string, address: string): Promise<void> {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  const page = await browser.newPage()
  const response = await page.goto(address, { waitUntil: 'load' })
  assert.equal(response?.status(), 200)
  assert.match(await page.content(), /Bicycles/)
  await browser.close()
}

interface Subjects {
  readonly ours: () => Promise<void>
  readonly bare: () => Promise<void>
}

/**
 * Measures both in every round, in milliseconds; every other round runs in reverse order. The first round is not
 * counted.
 */
async function runAlternately(subjects: Subjects, rounds: number, checks: number) {
  const times: { readonly ours: number; readonly bare: number }[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const measured = { ours: 0, bare: 0 }
    const order = ['ours', 'bare'] as const
    for (const name of round % 2 === 0 ? order : order.toReversed())
      measured[name] = await timeAll(subjects[name], checks)
    if (round > 0) times.push(measured)
  }
  return times
}

/** Measures how long it takes to check this number of pages with the concurrency of a sensor. */
async function timeAll(open: () => Promise<void>, count: number): Promise<number> {
  const started = performance.now()
  let remaining = count
  const work = async (): Promise<void> => {
    while (remaining > 0) {
      remaining -= 1
      await open()
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  return performance.now() - started
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
