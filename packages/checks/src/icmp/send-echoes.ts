import { execFile } from 'node:child_process'
import { isIP } from 'node:net'
import { Unsupported } from '../failure.ts'
import type { Echoes, EchoOrder, EchoProgram } from './echoes.ts'
import { fping } from './fping.ts'
import { iputilsPing } from './iputils-ping.ts'

// Node has no ICMP, and raw sockets need privileges that a sensor must not have: these programs have them.
const programs: readonly EchoProgram[] = [fping, iputilsPing]

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
  throw new Unsupported(`no program of this sensor can send ICMP packets (${complaints.join('; ')})`)
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
