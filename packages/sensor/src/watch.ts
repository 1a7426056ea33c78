import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { BusOptions, CheckReport, ReportedBrowser } from '@wachta/bus'
import type { CheckOrder, CheckOutcome, Guard } from '@wachta/checks'
import { BucketShare, type ExtendedSettings, type SavedShare } from '@wachta/domain'
import type { Log } from '@wachta/runtime'
import type { BrowserCount } from './admission.ts'
import type { CheckDelivery } from './checker.ts'
import { createFailureTraces } from './failure-traces.ts'
import { keepAdvancing } from './keep-advancing.ts'
import { type CentreLink, openLink } from './link.ts'
import type { LoadMeter } from './load.ts'
import { createLeaseClock, type LeaseClock, readBoot } from './saved-lease.ts'
import { loadAssignments, loadState, readMarks, saveAssignments, saveState } from './saved-state.ts'
import { maxAheadMs } from './schedule.ts'
import type { SelfCheck } from './self-check.ts'
import { freshMs } from './sending.ts'
import { createSensor, type SensorCore } from './sensor.ts'
import type { SpooledResult } from './spool/records.ts'
import { openSpool, type Spool } from './spool/spool.ts'

export interface WatchOptions {
  readonly sensor_id: number
  readonly directory: string
  readonly bus: Pick<BusOptions, 'url' | 'ca' | 'cell' | 'name' | 'credentials'>
  readonly guard: Guard
  readonly capacity: number
  /** The browsers of all sensors of the process. */
  readonly browserCount?: BrowserCount
  readonly spoolBytes: number
  readonly version: string
  /** Whether this host can run checks in a browser. */
  readonly browser: ReportedBrowser
  readonly selfCheck: SelfCheck
  readonly load: LoadMeter
  readonly runCheck: (order: CheckOrder) => Promise<CheckOutcome>
  readonly openSecrets: (secrets: string) => ExtendedSettings | undefined
  /** Called with each result, before it is on the disk. */
  readonly onReport?: (report: CheckReport, type_id: string) => void
  /** Called with the delay with which a scheduled check started. */
  readonly onStarted?: (lag_ms: number) => void
  /** Called when the broker did not accept a message. */
  readonly onRejected?: () => void
  /** Called when results are on the disk. */
  readonly onDurable?: (results: readonly SpooledResult[]) => void
  /** Called when the broker has acknowledged results. */
  readonly onAcknowledged?: (results: readonly SpooledResult[], spool: Spool) => void
  readonly log: Pick<Log, 'debug' | 'info' | 'warn' | 'error'>
}

/** A running sensor. Disposing of it waits for the running checks and keeps their results. */
export interface SensorWatch extends AsyncDisposable {
  readonly sensor: SensorCore
  readonly spool: Spool
  readonly link: CentreLink
}

const diskFaultMessage =
  'could not write results to the disk; they are sent from memory, and a restart would lose those not sent yet; retrying'
/** The share of a host without saved state: it has no assignments, and does not know which checks other hosts run. */
const emptyShare = { isAlone: false, buckets: [] }
const saveStateIntervalMs = 5_000
const saveAssignmentsIntervalMs = 2_000
/** How long a shutdown waits for running checks. */
const shutdownTimeoutMs = 15_000
/** The number of results per shard that are searched after a restart for fresh ones. */
const maxResumedResults = 2_000

/** Starts checks with the assignments on the disk, before the connection to the centre is established. */
export async function startWatch(options: WatchOptions): Promise<SensorWatch> {
  const { directory, log } = options
  const now = Date.now
  const [stop, stopChecks] = [new AbortController(), new AbortController()]
  const state = await loadState(directory)
  const spool: Spool = await openSpool({
    directory,
    now,
    since: state?.segment ?? 0,
    limits: { bytes: options.spoolBytes },
    onDurable: (results) => {
      options.onDurable?.(results)
      link.outbox.addSpooled(results)
    },
    onVolatile: (results) => link.volatileOutbox.addSpooled(results),
    onFault: (err) => log.error({ err }, diskFaultMessage),
  })
  const isSameDisk = state?.host === spool.host
  if (isSameDisk)
    await spool
      .applyMarks(readMarks(state))
      .catch((err) => log.error({ err }, 'could not delete stored results from the disk'))
  const leaseClock = createLeaseClock({ boot: await readBoot() })
  const share = new BucketShare(state ? state.share : emptyShare, isSameDisk ? leaseClock.readLeftMs(state.lease) : 0)
  const sensor: SensorCore = createSensor({
    ...options,
    share,
    startsFrom: state && !state.isStopped ? now() : undefined,
    now,
    monotonic: () => performance.now(),
    limits: { total: options.capacity },
    valid_until: state?.valid_until ?? Number.NEGATIVE_INFINITY,
    deliver: (delivery) => deliver(delivery),
    sendArtifact: ({ service_id, slot }, artifact) => link.evidence.add({ ...artifact, service_id, slot }),
  })
  markSlotsTaken(sensor, [
    ...(state?.taken ?? []).map(([service_id, slot]) => ({ service_id, slot })),
    ...spool.recovered,
  ])
  const stateSaver = createStateSaver(options, { sensor, share, spool, leaseClock })
  const saveShare = () => stateSaver.saveShare()
  const link = openLink({ ...options, sensor, share, saveShare, spool, now, random: Math.random, signal: stop.signal })
  const traceFailure = createFailureTraces(options.guard, link.evidence.add, now)
  const deliver = ({ group, report, artifacts, target, type_id }: CheckDelivery): void => {
    const { service_id, slot } = report
    spool.append(group, report)
    options.onReport?.(report, type_id)
    for (const one of artifacts) link.evidence.add({ ...one, service_id, slot, isReference: report.result === 'ok' })
    if (report.result === 'error') traceFailure({ service_id, slot, host: target.host })
  }
  for (const assignment of await loadAssignments(directory)) sensor.assignments.set(assignment)
  await stateSaver.saveState()
  keepAdvancing(sensor, now, stopChecks.signal)
  void resumeFresh(spool, link).catch((err) => log.warn({ err }, 'could not read recent results; they are sent later'))
  const timers = [
    setInterval(() => void stateSaver.saveState(), saveStateIntervalMs),
    setInterval(() => void stateSaver.saveAssignments(), saveAssignmentsIntervalMs),
  ]
  return {
    sensor,
    spool,
    link,
    async [Symbol.asyncDispose]() {
      sensor.leave()
      stopChecks.abort()
      // Sent before the last checks have finished, so that other hosts take over at once.
      await link.sendHeartbeat()
      const deadline = now() + shutdownTimeoutMs
      while (isChecking(sensor) && now() < deadline) await delay(20)
      await spool.flush().catch((err) => log.error({ err }, 'could not write the last results to the disk'))
      stop.abort()
      for (const timer of timers) clearInterval(timer)
      await link.done.catch((err) => log.error({ err }, 'the connection to the centre ended'))
      await stateSaver.saveAssignments()
      await stateSaver.saveState(true)
      await spool[Symbol.asyncDispose]()
    },
  }
}

/** Whether checks are running, or have failed and wait for the self-check before they are reported. */
const isChecking = ({ checker }: SensorCore): boolean => checker.running + checker.unreported > 0

/** Marks slots as taken, so that they do not run again; ignores slots in the future, taken with a wrong clock. */
function markSlotsTaken({ schedule }: SensorCore, slots: readonly { service_id: number; slot: number }[]): void {
  for (const { service_id, slot } of slots) if (slot <= Date.now() + maxAheadMs) schedule.take(service_id, slot)
}

/** Sends results from just before a restart as fresh ones, not as backlog, because they may still decide a slot. */
async function resumeFresh(spool: Spool, { outbox }: CentreLink): Promise<void> {
  for (const [group, [from, to]] of spool.outstanding()) {
    for (let next = Math.max(from, to - maxResumedResults); next <= to; ) {
      const results = await spool.read(group, next, maxResumedResults)
      if (results.length === 0) break
      outbox.addSpooled(results.filter(({ sequence, report }) => sequence <= to && report.slot > Date.now() - freshMs))
      next = (results.at(-1)?.sequence ?? to) + 1
    }
  }
}

interface SavedParts {
  readonly sensor: SensorCore
  readonly share: BucketShare
  readonly spool: Spool
  readonly leaseClock: LeaseClock
}

/** Saves the state for a restart. A failed save is only logged, because a full disk must not prevent checks. */
function createStateSaver(
  { directory, selfCheck, log }: WatchOptions,
  { sensor, share, spool, leaseClock }: SavedParts,
) {
  let savedHash: string | undefined
  let savedShare: SavedShare | undefined
  let [saving, savingAssignments]: [Promise<void>, Promise<void>] = [Promise.resolve(), Promise.resolve()]
  const save = async (isStopped: boolean): Promise<void> => {
    const current = share.saved
    await saveState(directory, {
      host: spool.host,
      valid_until: Number.isFinite(sensor.valid_until) ? sensor.valid_until : 0,
      committed: spool.marks(),
      sessions: spool.sessions(),
      // The segment is read first: slots that are taken meanwhile are in it or in a later one.
      segment: spool.segment,
      taken: [...sensor.schedule.listTaken(Date.now())],
      answered: selfCheck.answered,
      isStopped,
      share: current,
      lease: leaseClock.toSavedLease(share.getRemainingMs(performance.now())),
    })
    savedShare = current
  }
  /** Saves one after the other, because all saves write the same file. */
  const saveNext = (isStopped = false): Promise<void> => {
    saving = saving.catch(() => undefined).then(() => save(isStopped))
    return saving
  }
  /** Saves the share if it differs from the saved one. */
  const saveShare = async (): Promise<void> => {
    if (!isDeepStrictEqual(share.saved, savedShare)) await saveNext()
  }
  const saveAllAssignments = async (): Promise<void> => {
    const { hash } = sensor.assignments.digest()
    if (hash === savedHash) return
    await saveAssignments(directory, sensor.assignments.snapshot())
    savedHash = hash
  }
  /** Also saves one after the other: on a slow disk, the next save is due before the last one has ended. */
  const saveNextAssignments = (): Promise<void> => {
    savingAssignments = savingAssignments.catch(() => undefined).then(saveAllAssignments)
    return savingAssignments
  }
  const logFailure = (saved: Promise<void>, message: string) => saved.catch((err) => log.error({ err }, message))
  return {
    saveState: (isStopped?: boolean) => logFailure(saveNext(isStopped), 'could not save the state'),
    saveShare: () => logFailure(saveShare(), 'could not save the share'),
    saveAssignments: () => logFailure(saveNextAssignments(), 'could not save the assignments'),
  }
}
