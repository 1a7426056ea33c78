import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TestAuthority } from '@wachta/testing/certificates'
import { startTarget } from '@wachta/testing/probe-target'
import { startBlackbox } from './blackbox.ts'
import { measureAtSteadyRate } from './paced.ts'
import { type CheckRate, runAb, runSubject } from './subjects.ts'

const schemes = ['http', 'https'] as const
const subjects = ['bare', 'ours', 'blackbox', 'ab'] as const

type Round = Record<(typeof subjects)[number], CheckRate>

/** The minimum ratio of our loop to the bare loop, and to the blackbox exporter. */
const aims = { http: { bare: 0.85, blackbox: 2 }, https: { bare: 1.5, blackbox: 1.2 } } as const
/** The maximum CPU time of a sensor per https check, in milliseconds, by checks per second. */
const pacedAims = { 33: 2, 100: 1.6 } as const
const maxInflationMs = 25
const pacedSeconds = 20

/**
 * Measures http and https checks of one process, compared with a loop in Node that sends the same requests, with `ab`
 * and with the blackbox exporter. The unit is checks per CPU second, so that other programs on the machine do not
 * change the result.
 */
export async function run(args: string[]): Promise<boolean> {
  const seconds = Number(args[args.indexOf('--seconds') + 1]) || 4
  const rounds = Number(args[args.indexOf('--rounds') + 1]) || 3
  const folder = mkdtempSync(join(tmpdir(), 'probe-'))
  // Most web servers use this kind of key.
  const { localhost, authorities } = new TestAuthority(['rsa:2048'])
  const files = { key: join(folder, 'key.pem'), cert: join(folder, 'cert.pem'), ca: join(folder, 'ca.pem') }
  writeFileSync(files.key, localhost.key)
  writeFileSync(files.cert, localhost.cert)
  writeFileSync(files.ca, authorities.join(''))
  const target = await startTarget(files)
  const blackbox = await startBlackbox(folder, files.ca)
  try {
    const ratios: string[] = []
    const blackboxRatios: string[] = []
    let isReached = true
    for (const scheme of schemes) {
      const url = target.urls[scheme]
      const measured: Round[] = []
      for (let round = 0; round < rounds; round += 1) {
        measured.push({
          bare: await runSubject('bare', { url, seconds, ca: files.ca }),
          ours: await runSubject('ours', { url, seconds, ca: files.ca }),
          blackbox: await blackbox.run(url, seconds),
          ab: await runAb(url, seconds),
        })
      }
      const rate = (name: keyof Round) => median(measured.map((round) => round[name].rate))
      const wrong = measured.reduce((sum, round) => sum + round.ours.wrong + round.bare.wrong, 0)
      console.log(
        `${scheme}: ${subjects.map((name) => `${name} ${Math.round(rate(name))}`).join(', ')} per core and second, ${wrong} wrong`,
      )
      const ratio = median(measured.map((round) => round.ours.rate / round.bare.rate))
      const blackboxRatio = median(measured.map((round) => round.ours.rate / round.blackbox.rate))
      ratios.push(`${scheme} ${ratio.toFixed(2)}`)
      blackboxRatios.push(blackboxRatio.toFixed(2))
      isReached &&= wrong === 0 && ratio >= aims[scheme].bare && blackboxRatio >= aims[scheme].blackbox
    }
    const { truth, p50, p99 } = await runSubject('open', { url: target.urls.https, seconds: 10, ca: files.ca })
    console.log(
      `timings at 100 https/s: ${truth} ms one at a time; median ${p50}, p99 ${p99}: inflated by ${p99 - truth} ms`,
    )
    const paced: string[] = []
    for (const [rate, aim] of Object.entries(pacedAims)) {
      const { milliseconds, missing, lag_ms } = await measureAtSteadyRate({
        rate: Number(rate),
        url: target.urls.https,
        ca: files.ca,
        seconds: pacedSeconds,
      })
      console.log(
        `a sensor with ${rate} https/s: ${milliseconds.toFixed(2)} ms of CPU time per check, ${missing} missing, lag p99 ${lag_ms} ms`,
      )
      paced.push(`${milliseconds.toFixed(2)} ms`)
      isReached &&= missing === 0 && milliseconds <= aim
    }
    console.log(`probe: ${ratios.join(', ')}, blackbox ${blackboxRatios.join(' ')}, paced ${paced.join(' ')}`)
    return isReached && p99 - truth <= maxInflationMs
  } finally {
    target.stop()
    blackbox.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
