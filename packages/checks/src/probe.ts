import type { Timings } from '@wachta/domain'
import type { SecretMasks } from './masking.ts'
import type { Network } from './network/network.ts'
import type { Registries } from './registry/registries.ts'
import type { CheckTarget } from './types/check-target.ts'

/**
 * The phase of a check, which determines the error type when the time limit is over. In `judging`, the answer is
 * complete and the sensor evaluates it, so a delay says nothing about the service.
 */
export type CheckPhase =
  | 'total'
  | 'lookup'
  | 'connect'
  | 'tls'
  | 'first_byte'
  | 'transfer'
  | 'greeting'
  | 'command'
  | 'judging'

/** An artifact of a check. Its content is truncated to the limit, and secrets in it are masked. */
export interface KeptArtifact {
  readonly artifact_id: string
  readonly content_type: string
  readonly file_name: string
  readonly content: Uint8Array
  readonly isTruncated: boolean
}

export interface StepOutcome {
  readonly step: number
  readonly response_time: number | null
  readonly data_size: number | null
}

/** What a check uses to reach the network and to report its observations. */
export interface Probe {
  /** Aborted when the check is over, at the latest after its time limit. Everything that waits must react to it. */
  readonly signal: AbortSignal
  /** The only way to connect: the guard checks every address. */
  readonly network: Network
  /** The domain registries. */
  readonly registries: Registries
  /** The browser of the sensor; throws an UnsupportedError if it has none. */
  readonly browser: BrowserChecks
  /** The scripts of the sensor's owner; throws an UnsupportedError if the sensor runs none. */
  readonly scripts: ScriptChecks
  /** Hides the secrets of the service. Evidence that is kept is masked anyway. */
  readonly masks: SecretMasks
  /** Whether the evidence of this check is kept even if all is well. */
  readonly keepsEvidence: boolean
  /** Whether a user watches the check live, so that pictures are shown while it runs. */
  readonly isWatched: boolean
  /** A monotonic clock in milliseconds, for durations. */
  now(): number
  /** The current date, for expiry dates. */
  today(): Date
  readonly phase: CheckPhase
  /** Starts a phase; a timeout from now on is a timeout of this phase. */
  enter(phase: CheckPhase): void
  /** Records the duration of a phase in milliseconds; a later call replaces it. */
  setPhase(phase: keyof Timings, milliseconds: number): void
  /** Sets the response time of the check, if it is not the duration of the whole run. */
  setResponseTime(milliseconds: number): void
  /** Sets a metric. */
  measure(metric: string, value: number): void
  /** Adds to a metric. */
  count(metric: string, amount: number): void
  /** Adds to the size of the answer. */
  countBytes(bytes: number): void
  /** Adds details about the fetched content. */
  describe(texts: { base_url?: string; content_type?: string; file_name?: string; response_headers?: string }): void
  keep(artifact_id: string, content: string | Uint8Array, content_type?: string): void
  /**
   * Stores an artifact that is useless if truncated and cannot be masked; returns false if it is too large or there is
   * a secret to hide.
   */
  keepWhole(artifact_id: string, content: Uint8Array, content_type: string): boolean
  hasKept(artifact_id: string): boolean
  /** Keeps an artifact and hands it over at once, for users who watch the check live. */
  show(artifact_id: string, content: string | Uint8Array, content_type?: string): void
  /**
   * Registers a function that keeps evidence; it is called once if the check fails. A later call for the same subject
   * replaces the function.
   */
  onFailure(keepEvidence: () => void, subject?: string): void
  /**
   * Returns a probe for a part of the check that may be abandoned. When the signal is aborted, its connections are
   * closed, and it drops what is reported to it from then on.
   */
  startAttempt(until: AbortSignal): Probe
  /** Starts a step of a scenario and ends the one before. Its size and time are counted separately. */
  step(number: number): void
  /** Adds a step that is over. Its size is unknown. */
  addStep(number: number, milliseconds: number): void
  /** Ends the current step, so that nothing more is counted for it. It remains the `path_step` of the outcome. */
  endStep(): void
}

/** Checks in a real browser. The package `browser` implements them, for sensors that have one. */
export interface BrowserChecks {
  openPage(check: CheckTarget, scheme: 'http' | 'https', probe: Probe): Promise<void>
  runScenario(check: CheckTarget, probe: Probe): Promise<void>
}

/**
 * Checks by scripts that the owner of a private sensor has put on its machine. The package `browser` implements them.
 */
export interface ScriptChecks {
  runScript(check: CheckTarget, probe: Probe): Promise<void>
}
