import { isIP } from 'node:net'
import type { WireHop } from '@wachta/bus'
import { type Guard, lookUpAddresses } from '@wachta/checks'
import { runLimitedProgram } from './programs.ts'

export interface TracerouteResult {
  /** The output of the program, or why it was not run. */
  readonly text: string
  readonly hops: readonly WireHop[] | undefined
}

const limits = { timeout_ms: 30_000, maxBytes: 65_536 }
const options = ['-n', '-q', '3', '-w', '2', '-m', '30', '-N', '16']

/** Runs a traceroute to a host. The program gets an address that the egress guard has accepted, never a name. */
export async function runTraceroute(host: string, guard: Guard): Promise<TracerouteResult> {
  const addresses = isIP(host) ? [host] : await lookUpAddresses(host).catch(() => [])
  const address = addresses.find((candidate) => isIP(candidate) && guard(candidate))
  if (address === undefined) {
    // The addresses are not returned, because they would reveal the internal network of the sensor.
    const text = addresses.length === 0 ? `${host} has no address` : `a sensor may not connect to ${host}`
    return { text, hops: undefined }
  }
  const { output, fault } = await runLimitedProgram('traceroute', [...options, '--', address], limits)
  const hops = parseTraceroute(output)
  return { text: fault === null ? output : `${output}${fault}\n`, hops: hops.length === 0 ? undefined : hops }
}

/** Parses the output of `traceroute -n`: one line per hop, with an address if it answered, and times or asterisks. */
export function parseTraceroute(output: string): WireHop[] {
  return output.split('\n').flatMap((line): WireHop[] => {
    const [, number, rest = ''] = /^\s*(\d{1,3})\s+(.*)$/.exec(line) ?? []
    if (number === undefined) return []
    const words = rest.trim().split(/\s+/)
    const address = words.find((word) => isIP(word) !== 0) ?? null
    const times = words.flatMap((word, index): (number | null)[] => {
      if (word === '*') return [null]
      return words[index + 1] === 'ms' && /^\d+(?:\.\d+)?$/.test(word) ? [Number(word)] : []
    })
    return Number(number) > 0 ? [{ hop: Number(number), address, name: null, times: times.slice(0, 16) }] : []
  })
}
