import type { CheckOrder, CheckOutcome } from '@wachta/checks'
import {
  type CheckJob,
  createLoadMeter,
  createOutbox,
  createSelfCheck,
  createSensor,
  type OutgoingBatch,
  type SensorCore,
} from '@wachta/sensor'
import type { Agenda } from './agenda.ts'
import type { Ledger } from './ledger.ts'
import type { Random } from './random.ts'
import type { createSpool } from './spool.ts'
import type { World } from './world.ts'

export interface HostOptions {
  readonly agenda: Agenda
  readonly random: Random
  readonly sensor_id: number
  readonly world: World
  readonly ledger: Ledger
  readonly send: (outgoing: OutgoingBatch) => void
  readonly believesAnything: boolean
}

/** The current state of the host. */
export interface Condition {
  skew: number
  isFlaky: boolean
  hasUplink: boolean
  isLinked: boolean
  isDead: boolean
  stalledUntil: number
}

const day = 86_400_000
const maxBrowsers = 8
/** How long after a stall a browser may have had too little CPU time. */
const starvedMs = 2_000
/** Connection refused, browser crashed, no page, element missing. */
const browserErrors = [301, 1601, 1602, 1603]
const freshMs = 60_000

export type Process = ReturnType<typeof startProcess>

/** Runs the code of the sensor, from its start to its end. Its earlier state comes from the disk. */
export function startProcess(
  options: HostOptions & { readonly condition: Condition; readonly spool: ReturnType<typeof createSpool> },
  before?: SensorCore,
) {
  const { agenda, random, sensor_id, ledger, send, condition, spool } = options
  const getWallTime = () => agenda.now + condition.skew
  const waitFor = (milliseconds: number, hops: number): Promise<void> =>
    new Promise((resolve) =>
      agenda.schedule(agenda.now + milliseconds, () => {
        resolve()
        agenda.awaitMicrotasks(hops)
      }),
    )
  let [isRunning, wakeAt] = [true, Number.POSITIVE_INFINITY]
  const load = createLoadMeter(() => (condition.stalledUntil >= agenda.now ? 1_000 : 0))
  const selfCheck = createSelfCheck({
    targets: [1, 2, 3],
    getName: String,
    getNetwork: (target) => ({ network: String(target), isLocal: false }),
    // A sensor that has worked before knows which reference targets it has reached.
    answered: ['1', '2', '3'],
    // The connection attempt is repeated: a target that returns in time counts as reached.
    canReach: async () => {
      await waitFor(condition.hasUplink ? 20 : 2_000, 24)
      return condition.hasUplink
    },
    now: getWallTime,
    wait: (milliseconds) => waitFor(milliseconds, 24),
  })
  const outbox = createOutbox({
    spool,
    // As during an upgrade: the analysts of some shards read packed results, the others do not.
    forms: { isPacked: (group) => group % 2 === 0, accept: () => undefined, stopPacking: () => undefined },
    now: getWallTime,
    random: random.next,
    publish: async (outgoing) => {
      if (!condition.isLinked || !isRunning) throw new Error('not connected')
      send(outgoing)
      // Sometimes the broker has the message, but its response is lost.
      if (random.chance(0.002)) throw new Error('no answer')
    },
  })
  const runCheck = ({ timeout_ms }: CheckOrder, { service_id, needsBrowser }: CheckJob): Promise<CheckOutcome> => {
    const { outcome, duration } = needsBrowser
      ? checkInBrowser(options, service_id, timeout_ms)
      : check(options, service_id, timeout_ms)
    return new Promise((resolve) => {
      const finish = (): void => {
        if (!isRunning) return
        if (agenda.now < condition.stalledUntil) agenda.schedule(condition.stalledUntil, finish)
        else {
          resolve(outcome)
          agenda.awaitMicrotasks(outcome.result === 'ok' ? 3 : 24)
        }
      }
      agenda.schedule(agenda.now + duration, finish)
    })
  }
  const sensor = createSensor({
    ...{ sensor_id, now: getWallTime, monotonic: () => agenda.now, runCheck, load },
    limits: { browsers: () => maxBrowsers },
    valid_until: before?.valid_until ?? agenda.now + day,
    ...(!options.believesAnything && { selfCheck }),
    deliver({ group, report }) {
      if (!isRunning) return
      const spooled = spool.append(group, report)
      ledger.recordExecution(sensor_id, group, spooled)
      outbox.addSpooled([spooled])
    },
  })
  const wake = (): void => {
    const at = Math.max(agenda.now, sensor.nextAt - condition.skew, condition.stalledUntil)
    if (at >= wakeAt || !isRunning) return
    wakeAt = at
    agenda.schedule(at, () => {
      if (wakeAt !== at || !isRunning) return
      advance()
    })
  }
  const advance = (): void => {
    wakeAt = Number.POSITIVE_INFINITY
    if (!isRunning) return
    sensor.advance()
    wake()
  }
  for (const [service_id, slot] of before?.schedule.listTaken(agenda.now) ?? []) sensor.schedule.take(service_id, slot)
  for (const assignment of before?.assignments.snapshot() ?? []) sensor.assignments.set(assignment)
  wake()
  if (before !== undefined)
    for (const [group, [from]] of spool.outstanding())
      void spool
        .read(group, from, Number.POSITIVE_INFINITY)
        .then((results) => outbox.addSpooled(results.filter(({ report }) => report.slot > getWallTime() - freshMs)))
  return {
    sensor,
    outbox,
    selfCheck,
    advance,
    assign(service_id: number, message: Uint8Array): void {
      if (!sensor.assignments.apply(service_id, message)) throw new Error('an assignment was not understood')
      wake()
    },
    /** Stalls the process again and again until this time, for up to five seconds each. */
    stall(until: number): void {
      if (agenda.now >= until || !isRunning) return
      condition.stalledUntil = agenda.now + random.between(300, 5_000)
      agenda.schedule(condition.stalledUntil, () => load.sample(getWallTime()))
      agenda.schedule(condition.stalledUntil + random.between(500, 20_000), () => this.stall(until))
    },
    kill(): void {
      isRunning = false
    },
  }
}

type BrowserLook = Pick<HostOptions, 'world' | 'agenda' | 'random'> & { readonly condition: Condition }
interface LookResult {
  readonly outcome: CheckOutcome
  readonly duration: number
}

/** Like `look`, but a browser takes longer, and an overloaded sensor reports unknown. */
function checkInBrowser(looking: BrowserLook, service_id: number, timeout_ms: number): LookResult {
  const { random, condition, agenda } = looking
  const { outcome, duration: lookMs } = check(looking, service_id, timeout_ms)
  const duration = Math.min(random.between(300, 1_500) + lookMs, timeout_ms)
  if (agenda.now < condition.stalledUntil + starvedMs) return { outcome: overloaded, duration }
  const error_type_id = outcome.result === 'ok' ? null : random.pick(browserErrors)
  return { outcome: { ...outcome, error_type_id }, duration }
}

/** Returns the result of a check: the state of the service when it begins, and the time that it takes. */
function check({ world, agenda, random, condition }: BrowserLook, service_id: number, timeout_ms: number): LookResult {
  const isInvented = condition.isFlaky && random.chance(0.6)
  if (condition.hasUplink && !isInvented && world.isUp(service_id, agenda.now)) {
    const duration = random.chance(0.02) ? random.between(400, 3_000) : random.between(10, 400)
    return { outcome: { ...ok, response_time: duration }, duration }
  }
  return { outcome: error, duration: random.chance(0.5) ? timeout_ms : random.between(10, 1_000) }
}

const ok: CheckOutcome = {
  result: 'ok',
  error_type_id: null,
  reason: null,
  error_message: null,
  path_step: null,
  response_time: 0,
  data_size: null,
  timings: {},
  metrics: {},
  steps: null,
  texts: {},
  artifacts: [],
}
const overloaded: CheckOutcome = { ...ok, result: 'unknown', reason: 'overloaded', response_time: null }
const error: CheckOutcome = { ...ok, result: 'error', error_type_id: 301, response_time: null }
