import type { CheckReport } from '@wachta/bus'
import type { CheckOrder, CheckOutcome, KeptArtifact } from '@wachta/checks'
import type { ExtendedSettings, UnknownReason } from '@wachta/domain'
import { type AdmissionLimits, type BrowserCount, createAdmission, defaultLimits } from './admission.ts'
import type { LoadedRevision } from './assignments.ts'
import { createLag, type Lag } from './lag.ts'
import type { Load } from './load.ts'
import { createUnknownReport, toCheckReport } from './report.ts'
import type { SelfCheck } from './self-check.ts'
import { omitSlowMetrics } from './slow-metrics.ts'
import type { LoadTarget } from './target.ts'

/** A check to run, scheduled or forced. */
export interface Job {
  readonly service_id: number
  readonly group: number
  readonly slot: number
  readonly at: number
  readonly revision: Pick<
    LoadedRevision,
    'revision' | 'type_id' | 'address' | 'extended_settings' | 'secrets' | 'timeout_ms'
  >
  readonly target: LoadTarget
  readonly isForced: boolean
  /** Whether metrics that hardly change are left out while the check succeeds. */
  readonly isBrief: boolean
  readonly needsBrowser: boolean
  /** Whether the evidence is kept even if all is well. */
  readonly keepsEvidence: boolean
}

/** The result of a check, with its artifacts. */
export interface CheckDelivery {
  readonly group: number
  readonly report: CheckReport
  /** Artifacts of failed and of forced checks. */
  readonly artifacts: readonly KeptArtifact[]
  readonly target: LoadTarget
  readonly type_id: string
}

export interface CheckerOptions {
  readonly sensor_id: number
  /** Wall time in milliseconds. */
  readonly now: () => number
  /** Runs one check. It never throws, and may return synchronously. */
  readonly runCheck: (order: CheckOrder, job: Job) => CheckOutcome | Promise<CheckOutcome>
  readonly deliver: (delivery: CheckDelivery) => void
  /** Sends an artifact of a forced check while it runs. */
  readonly show?: (job: Job, artifact: KeptArtifact) => void
  readonly limits?: Partial<AdmissionLimits>
  /** Of all sensors of the process. */
  readonly browserCount?: BrowserCount
  /** Decrypts secret settings; returns undefined if they are not encrypted for this sensor. */
  readonly openSecrets?: (secrets: string) => ExtendedSettings | undefined
  readonly selfCheck?: SelfCheck
  readonly load?: Load
  /** Called with the delay with which a scheduled check started. */
  readonly onStarted?: (lag_ms: number) => void
}

export interface Checker {
  readonly running: number
  readonly waiting: number
  readonly lag: Lag
  /** Runs a check as soon as the limits allow. If they do not in time, reports it as unknown. */
  check(job: Job): void
  /** Reports a check as unknown, with the reason. */
  reportUnknown(job: Job, reason: UnknownReason): void
  expire(now: number): void
}

/** Runs checks within the limits of the sensor, and delivers their results. */
export function createChecker(options: CheckerOptions): Checker {
  const { now } = options
  const lag = createLag()
  const deliver = (
    { group, target, revision, keepsEvidence }: Job,
    report: CheckReport,
    kept: readonly KeptArtifact[] = [],
  ) => {
    const artifacts = keepsEvidence || report.result === 'error' ? kept : []
    options.deliver({ group, report, artifacts, target, type_id: revision.type_id })
  }
  const toCheckedSlot = ({ service_id, slot, revision }: Job, began: number) => ({
    sensor_id: options.sensor_id,
    service_id,
    slot,
    revision: revision.revision,
    began,
  })
  const reportUnknown = (job: Job, reason: UnknownReason, began = now()) =>
    deliver(job, createUnknownReport(toCheckedSlot(job, began), reason))
  const reportOutcome = (job: Job, began: number, outcome: CheckOutcome) =>
    deliver(job, toCheckReport(toCheckedSlot(job, began), toReported(job, outcome)), outcome.artifacts)
  /** Sends artifacts as they come, and remembers which were sent. */
  const createShowing = (job: Job) => {
    const shown = new Set<string>()
    return {
      onArtifact: (artifact: KeptArtifact) => {
        shown.add(artifact.artifact_id)
        options.show?.(job, artifact)
      },
      omitShown: (outcome: CheckOutcome): CheckOutcome =>
        shown.size === 0
          ? outcome
          : { ...outcome, artifacts: outcome.artifacts.filter(({ artifact_id }) => !shown.has(artifact_id)) },
    }
  }

  const openSecrets = createSecretsCache(options.openSecrets)
  const run = (job: Job): void => {
    const began = now()
    if (!job.isForced) {
      lag.record(began - job.at)
      options.onStarted?.(began - job.at)
    }
    const showing = job.isForced && job.needsBrowser ? createShowing(job) : undefined
    const order = toCheckOrder(job, openSecrets, { began, onArtifact: showing?.onArtifact })
    const done = (whole: CheckOutcome | undefined): void => {
      const outcome = whole && showing ? showing.omitShown(whole) : whole
      admission.leave(job, now())
      if (outcome === undefined) reportUnknown(job, 'internal', began)
      else if (outcome.result !== 'error') reportOutcome(job, began, outcome)
      else
        void findOwnFault(began, options, (reason) =>
          reason === null ? reportOutcome(job, began, outcome) : reportUnknown(job, reason, began),
        )
    }
    const outcome = order && options.runCheck(order, job)
    if (outcome instanceof Promise) void outcome.then(done, () => done(undefined))
    else done(outcome)
  }
  const admission = createAdmission<Job>(
    { ...defaultLimits, ...options.limits },
    { admit: run, reject: (job) => reportUnknown(job, 'overloaded') },
    options.browserCount,
  )
  return {
    lag,
    get running() {
      return admission.running
    },
    get waiting() {
      return admission.waiting
    },
    check: admission.request,
    reportUnknown,
    expire: admission.expire,
  }
}

const toReported = ({ isBrief }: Job, outcome: CheckOutcome): CheckOutcome =>
  isBrief && outcome.result === 'ok' ? omitSlowMetrics(outcome) : outcome

/**
 * Finds out whether the sensor itself has a problem, so that a failure must be reported as unknown. Calls back with the
 * reason or null: immediately, or, if reference targets must be connected to, before the returned promise resolves.
 */
function findOwnFault(
  began: number,
  { load, selfCheck }: CheckerOptions,
  onFound: (reason: UnknownReason | null) => void,
): Promise<void> | undefined {
  if (load?.wasOverloadedSince(began)) onFound('overloaded')
  else if (selfCheck === undefined) onFound(null)
  else return selfCheck.holdsSince(began).then((isWell) => onFound(isWell ? null : 'self_check'))
  return undefined
}

function toCheckOrder(
  { revision, keepsEvidence, needsBrowser, at }: Job,
  openSecrets: (revision: Job['revision']) => ExtendedSettings | undefined,
  { began, onArtifact }: { readonly began: number; readonly onArtifact: CheckOrder['onArtifact'] | undefined },
): CheckOrder | undefined {
  const secrets = revision.secrets === null ? {} : openSecrets(revision)
  if (secrets === undefined) return undefined
  const { type_id, address, extended_settings } = revision
  // The time for a free browser is part of the limit: the result must be there when the slot is analysed.
  const timeout_ms = needsBrowser ? revision.timeout_ms - Math.max(0, began - at) : revision.timeout_ms
  const order = { type_id, address, timeout_ms, settings: { ...extended_settings, ...secrets }, keepsEvidence }
  return onArtifact ? { ...order, onArtifact } : order
}

/** Caches decrypted secrets as long as their revision exists, because decryption costs as much as a check. */
function createSecretsCache(open: CheckerOptions['openSecrets']) {
  const cache = new WeakMap<Job['revision'], ExtendedSettings>()
  return (revision: Job['revision']): ExtendedSettings | undefined => {
    const known = cache.get(revision) ?? (revision.secrets === null ? {} : open?.(revision.secrets))
    if (known !== undefined) cache.set(revision, known)
    return known
  }
}
