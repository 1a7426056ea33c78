import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { printReport } from '@wachta/paper'
import { fontFiles, loadFonts } from '@wachta/paper/src/child/fonts.ts'
import { prepareReport } from '@wachta/paper/src/child/prepare.ts'
import { makeSampleReport } from '@wachta/paper/test/support/sample-report.ts'
import { watchChildren } from './peak-memory.ts'

const bareChild = fileURLToPath(new URL('./bare-child.mjs', import.meta.url))
const template = fileURLToPath(import.meta.resolve('@wachta/paper/src/template/report.typ'))
const fontsConfiguration = fileURLToPath(import.meta.resolve('@wachta/paper/src/template/fonts.conf'))
const fonts = fontFiles.map((name) => fileURLToPath(import.meta.resolve(name)))

interface PrintSpeed {
  readonly pagesPerSecond: number
  /** The pages per second of the product, divided by those of the engine alone. */
  readonly ratio: number
  readonly peakMb: number
}

/**
 * Prints the sample report of 20 services with the product and with the engine alone, alternately, each time in a new
 * child process.
 */
export async function measurePrinting(rounds: number): Promise<PrintSpeed> {
  const { logo: _, ...branding } = makeSampleReport().branding
  const report = { ...makeSampleReport(), branding }
  const prepared = JSON.stringify({ data: prepareReport(report, loadFonts()).data, template, fonts })
  const totalMs = { ours: 0, bare: 0 }
  let [pages, highestMb] = [0, 0]
  // The first run of each is a warm-up and does not count.
  for (let round = 0; round <= rounds; round += 1) {
    const started = performance.now()
    const { value, peakMb } = await watchChildren(() => printReport(report))
    const printed = performance.now()
    const bare = await compileBare(prepared)
    if (round > 0) totalMs.ours += printed - started
    if (round > 0) totalMs.bare += performance.now() - printed
    highestMb = Math.max(highestMb, peakMb)
    pages = countPages(Buffer.from(value.pdf))
    assert.ok(pages > 2)
    assert.equal(countPages(bare), pages, 'both print the same document')
  }
  return {
    pagesPerSecond: (1000 * pages * rounds) / totalMs.ours,
    ratio: totalMs.bare / totalMs.ours,
    peakMb: highestMb,
  }
}

async function compileBare(prepared: string): Promise<Buffer> {
  const child = spawn(process.execPath, [bareChild], {
    env: { FONTCONFIG_FILE: fontsConfiguration },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(child, 'close')
  child.stdin.end(prepared)
  const pdf = await buffer(child.stdout)
  assert.deepEqual((await ended)[0], 0)
  return pdf
}

const countPages = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0
