import { readdirSync, readFileSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { CheckOrder } from '@wachta/checks'
import { attackAddress } from './addresses.ts'
import type { Attack } from './attacks/attack.ts'
import { bounds, graceMs, maxKeptProcesses, overheadMs, pageTimeoutMs, settleMs } from './bounds.ts'
import { readCounters } from './counters.ts'
import {
  countOpenFiles,
  describeProcess,
  isZombie,
  listProcesses,
  measureMemoryMb,
  readParent,
  readPeakMb,
  resetPeak,
} from './processes.ts'
import { type Break, type Rig, temporaryDirectory } from './rig.ts'
import type { SensorReport } from './sensor.ts'
import type { ObservedTraffic } from './world/tally.ts'

/** The result of one attack. The lists are empty if every protection held. */
export interface Round {
  readonly attack: string
  readonly kind: string
  readonly message: string
  readonly tookMs: number
  readonly escapes: readonly string[]
  readonly left: readonly string[]
  readonly late: readonly string[]
  readonly unbounded: readonly string[]
  /** Why the attack proves nothing: signs of it that are missing. */
  readonly notShown: readonly string[]
  readonly figures: Readonly<Record<string, number>>
}

/** The state before a check. */
interface StateBefore {
  /** What earlier rounds left behind; it was already reported for them. */
  readonly left: ReadonlySet<string>
  readonly counters: ReturnType<typeof readCounters>
  readonly diskMb: number
}

/** What the service expects of the page, which decides how its check ends. */
const expectations = {
  /** The text never appears, so the page has its whole time. On a busy machine, no evidence is kept then. */
  'missing text': { wait_for_text: 'this never appears' },
  /** Fails as soon as the page has loaded; evidence is kept in any case. */
  'forbidden text': { wait_until: 'quiet', negative_content_regex: '<' },
}
export type Expectation = keyof typeof expectations

export interface RoundOptions {
  readonly broken: Break | undefined
  readonly expectation: Expectation
}

export async function playRound(attack: Attack, rig: Rig, options: RoundOptions): Promise<Round> {
  await rig.takeTraffic()
  rig.announce(attack)
  resetPeak(rig.sensor.pid)
  const before = readStateBefore(rig)
  const order = toOrder(attack, options)
  const limitMs = getTimeout(attack) + overheadMs
  const peaks = watchPeaks(rig, before)
  const started = performance.now()
  const report = await rig.sensor.check(order, order.timeout_ms + 30_000)
  const tookMs = Math.round(performance.now() - started)
  const left = await findLeftovers(rig, before)
  const peak = peaks.stop()
  const sensorMb = readPeakMb(rig.sensor.pid)
  const openFiles = countOpenFiles(rig.sensor.pid) - rig.sensor.openFiles
  rig.closeConnections()
  const { seen, unseen } = await takeTraffic(rig, before)
  if (report === null || left.length > 0) await replaceSensor(rig)
  const figures = { ...peak, sensorMb, openFiles, ...measureSizes(report, seen) }
  return {
    attack: attack.name,
    kind: report?.kind ?? 'sensor gone',
    message: report?.message ?? '',
    tookMs,
    escapes: [
      ...new Set([
        ...seen.escapes,
        ...unseen,
        ...(report?.isCanaryLeaked ? ['a secret of the machine is in the evidence'] : []),
      ]),
    ],
    left,
    late: tookMs > limitMs + graceMs ? [`${tookMs} ms of ${limitMs}`] : [],
    unbounded: [...findExceeded(figures), ...(report === null ? ['the sensor did not answer'] : [])],
    notShown: findNotShown(attack, seen),
    figures: Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, Math.round(value)])),
  }
}

const getTimeout = ({ settings }: Attack): number => Number(settings?.['timeout'] ?? pageTimeoutMs)

function toOrder(attack: Attack, { broken, expectation }: RoundOptions): CheckOrder {
  const { name, address = `/attack/${name}/`, certificate, settings = {}, steps } = attack
  const scheme = certificate === undefined ? 'http' : 'https'
  // The control without a deadline gives a page ten times as long.
  const timeout = getTimeout(attack) * (broken === 'deadline' ? 10 : 1)
  return {
    type_id: steps ? 'browser_scenario' : scheme === 'http' ? 'fullpage' : 'fullpagehttps',
    address: address.startsWith('/') ? `${scheme}://${attackAddress}${address}` : address,
    settings: { ...(steps ? { steps, step_timeout: timeout } : expectations[expectation]), ...settings, timeout },
    timeout_ms: timeout + overheadMs * (broken === 'deadline' ? 10 : 1),
    keepsEvidence: true,
  }
}

function readStateBefore(rig: Rig): StateBefore {
  return {
    left: new Set(listLeftovers(rig)),
    counters: readCounters(),
    diskMb: readUsedDiskMb(),
  }
}

function readUsedDiskMb(): number {
  const { blocks, bfree, bsize } = statfsSync(temporaryDirectory)
  return ((blocks - bfree) * bsize) / 1e6
}

const samplingIntervalMs = 100

/** Measures processes and disk of the check until it is stopped. */
function watchPeaks({ ownPids }: Rig, before: StateBefore) {
  const peak = { checkMb: 0, processes: 0, diskMb: 0 }
  const timer = setInterval(() => {
    const pids = listProcesses().filter((pid) => !ownPids.has(pid) && !isZombie(pid))
    peak.processes = Math.max(peak.processes, pids.length)
    peak.checkMb = Math.max(peak.checkMb, measureMemoryMb(pids))
    peak.diskMb = Math.max(peak.diskMb, readUsedDiskMb() - before.diskMb)
  }, samplingIntervalMs)
  return {
    stop() {
      clearInterval(timer)
      return peak
    },
  }
}

/** Waits until nothing of a check is left; returns the leftovers when the time is up. */
async function findLeftovers(rig: Rig, before: StateBefore): Promise<string[]> {
  const end = performance.now() + settleMs
  for (;;) {
    const left = listLeftovers(rig).filter((each) => !before.left.has(each))
    if (left.length === 0 || performance.now() > end) return left
    await wait(50)
  }
}

/**
 * Lists the processes and files that belong neither to the rig nor to the kept processes, each with an empty directory.
 */
function listLeftovers({ ownPids, sensor }: Rig): string[] {
  const processes = listProcesses().filter((pid) => !ownPids.has(pid))
  const kept = processes.filter((pid) => readParent(pid) === sensor.pid && !isZombie(pid)).slice(0, maxKeptProcesses)
  const empty = readdirSync(temporaryDirectory).filter((name) => isEmpty(join(temporaryDirectory, name)))
  const files = readdirSync(temporaryDirectory).filter((name) => !empty.slice(0, kept.length).includes(name))
  return [
    ...processes.filter((pid) => !kept.includes(pid)).map((pid) => `process ${pid} ${describeProcess(pid)}`),
    ...files.map((name) => `file ${name}`),
    ...readFileSync('/proc/self/mountinfo', 'utf8').split('\n').slice(0, -1),
  ]
}

function isEmpty(directory: string): boolean {
  try {
    return readdirSync(directory).length === 0
  } catch {
    return false
  }
}

/** Replaces a sensor that no longer answers, so that the next attack is independent. */
async function replaceSensor(rig: Rig): Promise<void> {
  await rig.replaceSensor()
  for (const pid of listProcesses().filter((each) => !rig.ownPids.has(each)))
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended meanwhile.
    }
}

/** Returns what the simulated internet saw, and what the kernel counted without a listener seeing it. */
async function takeTraffic(rig: Rig, { counters }: StateBefore): Promise<{ seen: ObservedTraffic; unseen: string[] }> {
  let seen = await rig.takeTraffic()
  for (let tries = 0; ; tries += 1) {
    const now = readCounters()
    const connections = now.connections - counters.connections - seen.connections
    const datagrams = now.datagrams - counters.datagrams - seen.datagrams - seen.queries - seen.replies
    const echoes = now.echoes - counters.echoes
    if ((connections <= 0 && datagrams <= 0 && echoes === 0) || tries === 10) {
      const unseen = Object.entries({ connections, datagrams, echoes }).filter(([, count]) => count > 0)
      return { seen, unseen: unseen.map(([what, count]) => `${count} ${what} to an unknown destination`) }
    }
    await wait(100)
    seen = merge(seen, await rig.takeTraffic())
  }
}

function merge(one: ObservedTraffic, other: ObservedTraffic): ObservedTraffic {
  const sum = (field: 'connections' | 'datagrams' | 'queries' | 'replies' | 'received' | 'sent' | 'requests') =>
    one[field] + other[field]
  return {
    ...{
      connections: sum('connections'),
      datagrams: sum('datagrams'),
      queries: sum('queries'),
      replies: sum('replies'),
    },
    ...{ received: sum('received'), sent: sum('sent'), requests: sum('requests') },
    escapes: [...one.escapes, ...other.escapes],
    marks: [...one.marks, ...other.marks],
  }
}

const measureSizes = (report: SensorReport | null, seen: ObservedTraffic) => ({
  stallMs: report?.stallMs ?? 0,
  outcomeBytes: report?.bytes ?? 0,
  networkMb: Math.max(seen.received, seen.sent) / 1e6,
})

const findExceeded = (figures: Readonly<Record<keyof typeof bounds, number>>): string[] =>
  Object.entries(bounds)
    .filter(([name, bound]) => figures[name as keyof typeof bounds] > bound)
    .map(([name, bound]) => `${name} ${Math.round(figures[name as keyof typeof bounds])} of ${bound}`)

/** Pages with a script and programs report their start; of everything else a request must at least have arrived. */
function findNotShown({ script, program, isRejected = false }: Attack, { marks, requests }: ObservedTraffic): string[] {
  if (isRejected) return []
  if (program !== undefined) return marks.includes('program') ? [] : ['the program did not run']
  if (script !== undefined) return marks.includes('started') ? [] : ['the script did not run']
  return requests > 0 ? [] : ['nothing was requested']
}
