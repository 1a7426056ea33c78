import { execFile } from 'node:child_process'
import { isIP } from 'node:net'
import { UnsupportedError } from '../failure.ts'
import type { Echoes, EchoOrder, EchoProgram } from './echoes.ts'
import { fping } from './fping.ts'
import { iputilsPing } from './iputils-ping.ts'

// Node has no ICMP, and raw sockets need privileges that a sensor must not have: these programs have them.
const known: readonly EchoProgram[] = [fping, iputilsPing]
let programs = known

const maximumOutput = 65_536

/** Sends packets by the first program that can. */
export async function sendEchoes(order: EchoOrder, signal: AbortSignal): Promise<Echoes> {
  if (!isIP(order.address)) throw new Error(`packets are sent to addresses only, not to ${order.address}`)
  const complaints: string[] = []
  for (const program of programs) {
    const output = await outputOf(program.name, program.arguments(order), signal)
    const echoes = output && program.read(output, order)
    if (echoes) return echoes
    complaints.push(`${program.name}: ${output?.stderr.trim().slice(0, 200) ?? 'not installed'}`)
  }
  throw new UnsupportedError(`no program of this sensor can send ICMP packets (${complaints.join('; ')})`)
}

/**
 * Tries each program on the machine itself, once when a sensor starts, and puts those last that do not hear it; answers with their
 * names. Without a raw socket the kernel numbers packets itself, and fping 5.1 then takes no reply for its own: every host would be
 * lost. Where none hears anything, it may be the machine that does not reply, and their order stays.
 */
export async function tryEchoPrograms(): Promise<string[]> {
  const hearing = await Promise.all(known.map(hears))
  const deaf = known.filter((_, place) => !hearing[place])
  programs = [...known.filter((_, place) => hearing[place]), ...deaf]
  return deaf.map(({ name }) => name)
}

async function hears(program: EchoProgram): Promise<boolean> {
  const order: EchoOrder = { address: '127.0.0.1', packets: 1, bytes: 56, spacing: 200, wait: 500 }
  const tried = outputOf(program.name, program.arguments(order), AbortSignal.timeout(2_000))
  const output = await tried.catch(() => undefined)
  return ((output && program.read(output, order))?.received ?? 0) > 0
}

/** What a program wrote, whatever its exit code; undefined where it is not there. It dies with the check. */
function outputOf(program: string, args: readonly string[], signal: AbortSignal) {
  return new Promise<{ stdout: string; stderr: string } | undefined>((resolve, reject) => {
    const options = {
      signal,
      killSignal: 'SIGKILL',
      maxBuffer: maximumOutput,
      env: { PATH: process.env['PATH'], LC_ALL: 'C' },
    } as const
    execFile(program, args, options, (cause, stdout, stderr) => {
      if (signal.aborted) reject(signal.reason)
      else if (cause?.code === 'ENOENT' || cause?.code === 'EACCES') resolve(undefined)
      else resolve({ stdout, stderr })
    })
  })
}
