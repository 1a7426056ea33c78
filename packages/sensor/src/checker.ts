import type { CheckReport } from '@wachta/bus'
import type { CheckOrder, CheckOutcome, KeptArtifact } from '@wachta/checks'
import type { ExtendedSettings, UnknownReason } from '@wachta/domain'
import { type AdmissionLimits, type BrowserCount, createAdmission, defaultLimits } from './admission.ts'
import type { LoadedRevision } from './assignments.ts'
import { createLag, type Lag } from './lag.ts'
import type { LoadMeter } from './load.ts'
import { createUnknownReport, toCheckReport } from './report.ts'
import type { SelfCheck } from './self-check.ts'
import { omitSlowMetrics } from './slow-metrics.ts'
import type { LoadTarget } from './target.ts'

/** A check to run, scheduled or forced. */
export interface CheckJob {
  readonly service_id: number
  /** The shard of the service. */
  readonly group: number
  readonly slot: number
  /** The time at which the check has to start. */
  readonly at: number
  readonly revision: Pick<
    LoadedRevision,
    'revision' | 'type_id' | 'address' | 'extended_settings' | 'secrets' | 'timeout_ms'
  >
  readonly target: LoadTarget
  readonly isForced: boolean
  /** Whether slowly changing metrics are omitted while the check succeeds. */
  readonly omitsSlowMetrics: boolean
  readonly needsBrowser: boolean
  /** Whether the evidence is kept even if the check succeeds. */
  readonly keepsEvidence: boolean
}

/** The result of a check, with its artifacts. */
export interface CheckDelivery {
  readonly group: number
  readonly report: CheckReport
  /** The artifacts; only failed and forced checks, and some successful ones as a reference, have any. */
  readonly artifacts: readonly KeptArtifact[]
  readonly target: LoadTarget
  readonly type_id: string
}

export interface CheckerOptions {
  readonly sensor_id: number
  /** Returns the wall-clock time in milliseconds. */
  readonly now: () => number
  /** Runs one check, perhaps synchronously. If the promise rejects, the result is unknown. */
  readonly runCheck: (order: CheckOrder, job: CheckJob) => CheckOutcome | Promise<CheckOutcome>
  readonly deliver: (delivery: CheckDelivery) => void
  /** Sends an artifact of a forced check while it runs. */
  readonly sendArtifact?: (job: CheckJob, artifact: KeptArtifact) => void
  readonly limits?: Partial<AdmissionLimits>
  /** The browser count, shared by all sensors of the process. */
  readonly browserCount?: BrowserCount
  /** Decrypts secret settings; returns undefined if that fails. */
  readonly openSecrets?: (secrets: string) => ExtendedSettings | undefined
  readonly selfCheck?: SelfCheck
  readonly load?: LoadMeter
  /** Called with the delay with which a scheduled check started. */
  readonly onStarted?: (lag_ms: number) => void
}

export interface Checker {
  readonly running: number
  readonly waiting: number
  /** The number of checks that have failed and wait for the self-check, whose finding decides how they are reported. */
  readonly unreported: number
  readonly lag: Lag
  /** Runs a check as soon as the limits allow it, or reports it as unknown if that takes too long. */
  check(job: CheckJob): void
  /** Reports a check as unknown, with the reason. */
  reportUnknown(job: CheckJob, reason: UnknownReason): void
  expire(now: number): void
}

/** Runs checks within the limits of the sensor, and delivers their results. */
export function createChecker(options: CheckerOptions): Checker {
  const { now } = options
  const lag = createLag()
  let unreported = 0
  const deliver = (
    { group, target, revision, keepsEvidence }: CheckJob,
    report: CheckReport,
    captured: readonly KeptArtifact[] = [],
  ) => {
    const artifacts = keepsEvidence || report.result === 'error' ? captured : []
    options.deliver({ group, report, artifacts, target, type_id: revision.type_id })
  }
  const toCheckedSlot = ({ service_id, slot, revision }: CheckJob, began: number) => ({
    sensor_id: options.sensor_id,
    service_id,
    slot,
    revision: revision.revision,
    began,
  })
  const reportUnknown = (job: CheckJob, reason: UnknownReason, began = now()) =>
    deliver(job, createUnknownReport(toCheckedSlot(job, began), reason))
  const reportOutcome = (job: CheckJob, began: number, outcome: CheckOutcome) =>
    deliver(job, toCheckReport(toCheckedSlot(job, began), toReportedOutcome(job, outcome)), outcome.artifacts)
  const openSecrets = createSecretsCache(options.openSecrets)
  const run = (job: CheckJob): void => {
    const began = now()
    if (!job.isForced) {
      lag.record(began - job.at)
      options.onStarted?.(began - job.at)
    }
    const artifactSender = job.isForced && job.needsBrowser ? createArtifactSender(job, options) : undefined
    const order = toCheckOrder(job, openSecrets, { began, onArtifact: artifactSender?.onArtifact })
    const finish = (completeOutcome: CheckOutcome | undefined): void => {
      const outcome = completeOutcome && artifactSender ? artifactSender.omitSent(completeOutcome) : completeOutcome
      admission.leave(job, now())
      if (outcome === undefined) reportUnknown(job, 'internal', began)
      else if (outcome.result !== 'error') reportOutcome(job, began, outcome)
      else {
        unreported += 1
        void findSensorFault(began, options, (reason) => {
          unreported -= 1
          if (reason === null) reportOutcome(job, began, outcome)
          else reportUnknown(job, reason, began)
        })
      }
    }
    const outcome = order && options.runCheck(order, job)
    if (outcome instanceof Promise) void outcome.then(finish, () => finish(undefined))
    else finish(outcome)
  }
  const admission = createAdmission<CheckJob>(
    { ...defaultLimits, ...options.limits },
    { admit: run, reject: (job) => reportUnknown(job, 'overloaded') },
    options.browserCount,
  )
  return {
    lag,
    get running() {
      return admission.running
    },
    get unreported() {
      return unreported
    },
    get waiting() {
      return admission.waiting
    },
    check: admission.request,
    reportUnknown,
    expire: admission.expire,
  }
}

/** Sends artifacts as they are captured, and remembers which were sent. */
function createArtifactSender(job: CheckJob, { sendArtifact }: CheckerOptions) {
  const sentIds = new Set<string>()
  return {
    onArtifact: (artifact: KeptArtifact) => {
      sentIds.add(artifact.artifact_id)
      sendArtifact?.(job, artifact)
    },
    omitSent: (outcome: CheckOutcome): CheckOutcome =>
      sentIds.size === 0
        ? outcome
        : { ...outcome, artifacts: outcome.artifacts.filter(({ artifact_id }) => !sentIds.has(artifact_id)) },
  }
}

const toReportedOutcome = ({ omitsSlowMetrics }: CheckJob, outcome: CheckOutcome): CheckOutcome =>
  omitsSlowMetrics && outcome.result === 'ok' ? omitSlowMetrics(outcome) : outcome

/**
 * Determines whether the sensor itself has a problem, in which case a failure must be reported as unknown. Calls back
 * with the reason or null: at once, or, if reference targets must be contacted first, before the returned promise
 * resolves.
 */
function findSensorFault(
  began: number,
  { load, selfCheck }: CheckerOptions,
  onFound: (reason: UnknownReason | null) => void,
): Promise<void> | undefined {
  if (load?.wasOverloadedSince(began)) onFound('overloaded')
  else if (selfCheck === undefined) onFound(null)
  else return selfCheck.workedSince(began).then((isWell) => onFound(isWell ? null : 'self_check'))
  return undefined
}

function toCheckOrder(
  { revision, keepsEvidence, needsBrowser, at }: CheckJob,
  openSecrets: (revision: CheckJob['revision']) => ExtendedSettings | undefined,
  { began, onArtifact }: { readonly began: number; readonly onArtifact: CheckOrder['onArtifact'] | undefined },
): CheckOrder | undefined {
  const secrets = revision.secrets === null ? {} : openSecrets(revision)
  if (secrets === undefined) return undefined
  const { type_id, address, extended_settings } = revision
  // The wait for a free browser counts toward the timeout, because the result must arrive before the slot is analysed.
  const timeout_ms = needsBrowser ? revision.timeout_ms - Math.max(0, began - at) : revision.timeout_ms
  const order = { type_id, address, timeout_ms, settings: { ...extended_settings, ...secrets }, keepsEvidence }
  return onArtifact ? { ...order, onArtifact } : order
}

/** Caches decrypted secrets for as long as their revision exists, because decryption costs as much as a check. */
function createSecretsCache(open: CheckerOptions['openSecrets']) {
  const cache = new WeakMap<CheckJob['revision'], ExtendedSettings>()
  return (revision: CheckJob['revision']): ExtendedSettings | undefined => {
    const settings = cache.get(revision) ?? (revision.secrets === null ? {} : open?.(revision.secrets))
    if (settings !== undefined) cache.set(revision, settings)
    return settings
  }
}
