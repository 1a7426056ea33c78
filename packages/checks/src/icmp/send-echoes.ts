import { execFile } from 'node:child_process'
import { isIP } from 'node:net'
import { UnsupportedError } from '../failure.ts'
import type { Echoes, EchoOrder, EchoProgram } from './echoes.ts'
import { fping } from './fping.ts'
import { iputilsPing } from './iputils-ping.ts'

// Node has no ICMP, and raw sockets need privileges, which these programs have and a sensor must not have.
const knownPrograms: readonly EchoProgram[] = [fping, iputilsPing]
let programs = knownPrograms

const maxOutputBytes = 65_536

/** Sends packets by the first program that can. */
export async function sendEchoes(order: EchoOrder, signal: AbortSignal): Promise<Echoes> {
  if (!isIP(order.address)) throw new Error(`packets are sent to addresses only, not to ${order.address}`)
  const complaints: string[] = []
  for (const program of programs) {
    const output = await runProgram(program.name, program.arguments(order), signal)
    const echoes = output && program.parse(output, order)
    if (echoes) return echoes
    complaints.push(`${program.name}: ${output?.stderr.trim().slice(0, 200) ?? 'not installed'}`)
  }
  throw new UnsupportedError(`no program of this sensor can send ICMP packets (${complaints.join('; ')})`)
}

/**
 * Tests each program against the local machine once at the start of a sensor, moves those that receive no reply to the
 * end, and returns their names. Without a raw socket the kernel numbers packets itself, and fping 5.1 then ignores all
 * replies, so that every host would seem unreachable. If no program gets a reply, the machine itself may not reply, and
 * the order stays.
 */
export async function tryEchoPrograms(): Promise<string[]> {
  const isWorking = await Promise.all(knownPrograms.map(receivesReply))
  const failing = knownPrograms.filter((_, index) => !isWorking[index])
  programs = [...knownPrograms.filter((_, index) => isWorking[index]), ...failing]
  return failing.map(({ name }) => name)
}

async function receivesReply(program: EchoProgram): Promise<boolean> {
  const order: EchoOrder = { address: '127.0.0.1', packets: 1, bytes: 56, intervalMs: 200, timeoutMs: 500 }
  const outputPromise = runProgram(program.name, program.arguments(order), AbortSignal.timeout(2_000))
  const output = await outputPromise.catch(() => undefined)
  return ((output && program.parse(output, order))?.received ?? 0) > 0
}

/**
 * Runs a program and returns its output regardless of the exit code; undefined if it is not installed. The program is
 * killed when the check is over.
 */
function runProgram(program: string, args: readonly string[], signal: AbortSignal) {
  return new Promise<{ stdout: string; stderr: string } | undefined>((resolve, reject) => {
    const options = {
      signal,
      killSignal: 'SIGKILL',
      maxBuffer: maxOutputBytes,
      env: { PATH: process.env['PATH'], LC_ALL: 'C' },
    } as const
    execFile(program, args, options, (cause, stdout, stderr) => {
      if (signal.aborted) reject(signal.reason)
      else if (cause?.code === 'ENOENT' || cause?.code === 'EACCES') resolve(undefined)
      else resolve({ stdout, stderr })
    })
  })
}
