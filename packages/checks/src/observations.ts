import type { Timings } from '@wachta/domain'
import { Artifacts } from './artifacts.ts'
import { createAttempt } from './attempt.ts'
import type { CheckContext } from './check-context.ts'
import type { CheckOrder } from './check-order.ts'
import { errorTypes } from './error-types/index.ts'
import { type CheckFailure, UnsupportedError } from './failure.ts'
import type { SecretMasks } from './masking.ts'
import { OpenNetwork } from './network/open-network.ts'
import { boundMessage, type CheckOutcome, type OutcomeTexts } from './outcome.ts'
import type { BrowserChecks, CheckPhase, Probe, ScriptChecks, StepOutcome } from './probe.ts'
import { type Registries, wellKnownRegistries } from './registry/registries.ts'
import type { CheckType } from './types/check-type.ts'

const errorTypeIds: ReadonlyMap<string, number> = new Map(errorTypes.map(({ kind, id }) => [kind, id]))

/** The order of one check, with the secrets to mask. */
export interface CheckRun {
  readonly masks: SecretMasks
  readonly order: Pick<CheckOrder, 'keepsEvidence' | 'onArtifact'>
}

/** The reason of aborted signals after a check. One shared error, because creating errors is expensive. */
const checkOverError = new Error('the check is over')

/**
 * The observations of one check so far. A class without closures, because sensors create hundreds of them per second.
 */
export class Observations implements Probe {
  readonly network: OpenNetwork
  readonly registries: Registries
  phase: CheckPhase = 'total'
  readonly #type: CheckType
  readonly masks: SecretMasks
  readonly #order: CheckRun['order']
  readonly #context: CheckContext
  readonly #wallTime: () => number
  readonly #started = performance.now()
  readonly #timings: { -readonly [Phase in keyof Timings]: Timings[Phase] } = {}
  readonly #metrics: Record<string, number> = {}
  readonly #artifacts: Artifacts
  #texts: OutcomeTexts = {}
  #bytes: number | null = null
  #responseTime: number | null = null
  #steps: { step: number; started: number; bytes: number | null; ended: number | null }[] | null = null
  #evidenceBySubject: Map<string, () => void> | null = null
  #abortController: AbortController | null = null
  #isOver = false

  constructor(type: CheckType, { masks, order }: CheckRun, context: CheckContext) {
    this.#type = type
    this.masks = masks
    this.#order = order
    this.#context = context
    this.#wallTime = context.now ?? Date.now
    this.#artifacts = new Artifacts(masks)
    this.network = new OpenNetwork(this, context)
    this.registries = context.registries ?? wellKnownRegistries
  }

  /** Created on demand: most checks only use connections, which the network closes. */
  get signal(): AbortSignal {
    this.#abortController ??= new AbortController()
    if (this.#isOver) this.#abortController.abort(checkOverError)
    return this.#abortController.signal
  }

  get browser(): BrowserChecks {
    if (this.#context.browser === undefined) throw new UnsupportedError('this sensor has no browser')
    return this.#context.browser
  }

  get scripts(): ScriptChecks {
    const { scripts } = this.#context
    if (scripts === undefined) throw new UnsupportedError('this sensor runs no scripts: SENSOR_SCRIPTS is not set')
    return scripts
  }

  get keepsEvidence(): boolean {
    return this.#order.keepsEvidence === true
  }

  get isWatched(): boolean {
    return this.#order.onArtifact !== undefined
  }

  now(): number {
    return performance.now()
  }

  today(): Date {
    return new Date(this.#wallTime())
  }

  enter(phase: CheckPhase): void {
    this.phase = phase
  }

  setPhase(phase: keyof Timings, milliseconds: number): void {
    this.#timings[phase] = Math.round(milliseconds)
  }

  setResponseTime(milliseconds: number): void {
    this.#responseTime = milliseconds
  }

  measure(metric: string, value: number): void {
    this.#metrics[metric] = value
  }

  count(metric: string, amount: number): void {
    this.#metrics[metric] = (this.#metrics[metric] ?? 0) + amount
  }

  countBytes(bytes: number): void {
    this.#bytes = (this.#bytes ?? 0) + bytes
    const step = this.#steps?.at(-1)
    if (step?.ended === null) step.bytes = (step.bytes ?? 0) + bytes
  }

  describe(texts: OutcomeTexts): void {
    this.#texts = { ...this.#texts, ...texts }
  }

  keep(artifact_id: string, content: string | Uint8Array, content_type = 'text/plain; charset=utf-8'): void {
    this.#artifacts.keep(artifact_id, content, content_type)
  }

  keepWhole(artifact_id: string, content: Uint8Array, content_type: string): boolean {
    return this.#artifacts.keepWhole(artifact_id, content, content_type)
  }

  hasKept(artifact_id: string): boolean {
    return this.#artifacts.kept.some((artifact) => artifact.artifact_id === artifact_id)
  }

  show(artifact_id: string, content: string | Uint8Array, content_type?: string): void {
    this.keep(artifact_id, content, content_type)
    const kept = this.#artifacts.kept.at(-1)
    if (kept !== undefined) this.#order.onArtifact?.(kept)
  }

  onFailure(keepEvidence: () => void, subject = 'answer'): void {
    this.#evidenceBySubject ??= new Map()
    this.#evidenceBySubject.set(subject, keepEvidence)
  }

  startAttempt(until: AbortSignal): Probe {
    return createAttempt(this, this.#context, until)
  }

  step(number: number): void {
    const now = this.now()
    this.#steps ??= []
    this.endStep()
    this.#steps.push({ step: number, started: now, bytes: 0, ended: null })
  }

  addStep(number: number, milliseconds: number): void {
    const ended = this.now()
    this.#steps ??= []
    this.#steps.push({ step: number, started: ended - milliseconds, bytes: null, ended })
  }

  endStep(): void {
    const last = this.#steps?.at(-1)
    if (last !== undefined) last.ended ??= this.now()
  }

  buildOutcome(failure: CheckFailure | null): CheckOutcome {
    const now = this.now()
    if (failure !== null) this.#keepFailureEvidence()
    return {
      result: failure === null ? 'ok' : 'error',
      error_type_id:
        failure === null ? null : (errorTypeIds.get(failure.kind) ?? errorTypeIds.get('unclassified') ?? null),
      reason: null,
      error_message: failure === null ? null : boundMessage(this.masks.maskText(failure.message)),
      path_step: this.#steps?.at(-1)?.step ?? null,
      response_time: Math.round(this.#responseTime ?? now - this.#started),
      data_size: this.#bytes,
      timings: this.#timings,
      metrics: this.#metrics,
      steps: this.#listStepOutcomes(now),
      texts: this.#maskTexts(),
      artifacts: this.#artifacts.kept,
    }
  }

  /** Closes everything that is still open. */
  close(): void {
    this.#isOver = true
    this.network.close()
    this.#abortController?.abort(checkOverError)
  }

  #keepFailureEvidence(): void {
    for (const keepEvidence of this.#evidenceBySubject?.values() ?? []) keepEvidence()
    const { dnsAnswer, certificateChain } = this.network
    // Artifacts that the check kept itself take precedence.
    const keptIds = this.#artifacts.kept.map(({ artifact_id }) => artifact_id)
    const isMissing = (artifact: string) => this.#type.artifactTypes.includes(artifact) && !keptIds.includes(artifact)
    if (dnsAnswer !== null && isMissing('dns_answer')) this.keep('dns_answer', dnsAnswer)
    if (certificateChain !== null && isMissing('certificate_chain'))
      this.keep('certificate_chain', certificateChain, 'application/x-pem-file')
  }

  #listStepOutcomes(now: number): readonly StepOutcome[] | null {
    if (this.#steps === null) return null
    return this.#steps.map(({ step, started, ended, bytes }) => ({
      step,
      response_time: Math.round((ended ?? now) - started),
      data_size: bytes,
    }))
  }

  #maskTexts(): OutcomeTexts {
    const entries = Object.entries(this.#texts)
    return entries.length === 0
      ? this.#texts
      : Object.fromEntries(entries.map(([key, text]) => [key, this.masks.maskText(text)]))
  }
}
