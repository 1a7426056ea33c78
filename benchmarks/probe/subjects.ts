import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** Checks per second of CPU time. */
export interface CheckRate {
  readonly rate: number
  readonly wrong: number
}

interface Timings {
  readonly truth: number
  readonly p50: number
  readonly p99: number
}

const script = (name: string) => fileURLToPath(new URL(name, import.meta.url))

interface Run {
  readonly url: string
  readonly seconds: number
  readonly ca: string
}

/** Runs one of the loops of `fixtures/subject.ts` in its own process. */
export async function runSubject(name: 'ours' | 'bare', run: Run): Promise<CheckRate>
export async function runSubject(name: 'open', run: Run): Promise<Timings>
export async function runSubject(name: string, { url, seconds, ca }: Run): Promise<unknown> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    script('./fixtures/subject.ts'),
    name,
    url,
    String(seconds),
    ca,
  ])
  return JSON.parse(stdout)
}

export async function runAb(url: string, seconds: number): Promise<CheckRate> {
  // `times` prints the CPU time that the child processes used.
  const command = `ab -q -t ${seconds} -n 1000000 -c 10 ${url}; times`
  const { stdout } = await promisify(execFile)('bash', ['-c', command])
  const done = Number(/Complete requests:\s+(\d+)/.exec(stdout)?.[1])
  const [user = 0, system = 0] = (stdout.trim().split('\n').at(-1) ?? '').split(' ').map(parseSeconds)
  return { rate: done / (user + system), wrong: Number(/Failed requests:\s+(\d+)/.exec(stdout)?.[1]) }
}

/** Parses a duration such as `1m2.345s`. */
function parseSeconds(text: string): number {
  const [minutes = '0', seconds = '0'] = text.replace('s', '').split('m')
  return Number(minutes) * 60 + Number(seconds)
}
