import type { Timings } from '@wachta/domain'
import type { Network } from './network/network.ts'
import type { Registries } from './registry/registries.ts'

/**
 * Where a check is: a time limit that passes is told by it. Judging, all has come from the service, and the sensor looks
 * at it: whatever takes long then says nothing about the service.
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

/** Evidence of what was seen. The content is cut to what may be kept, and secrets are masked in it. */
export interface KeptArtifact {
  readonly artifact_id: string
  readonly content_type: string
  readonly file_name: string
  readonly content: Uint8Array
  readonly is_cut: boolean
}

export interface StepOutcome {
  readonly step: number
  readonly response_time: number | null
  readonly data_size: number | null
}

/** What a check has to work with, and where it says what it sees. */
export interface Probe {
  /** Aborted when the time is up. Everything that waits must heed it. */
  readonly signal: AbortSignal
  /** The only way out: every address is looked at before anything is sent to it. */
  readonly network: Network
  /** Who is asked about domains. */
  readonly registries: Registries
  /** Milliseconds from some instant, for durations. */
  now(): number
  /** Wall time, for what expires. */
  today(): Date
  readonly phase: CheckPhase
  /** From here on, a time limit that passes is one of this phase. */
  enter(phase: CheckPhase): void
  /** How long a phase took, in milliseconds. The last word counts. */
  timed(phase: keyof Timings, milliseconds: number): void
  /** What the response time of the check is, where it is not the time of the whole run. */
  responded(milliseconds: number): void
  /** A figure, by the id of a metric type. */
  measure(metric: string, value: number): void
  /** A figure that several requests of a check add to. */
  count(metric: string, amount: number): void
  /** Bytes of the answer, added up. */
  received(bytes: number): void
  /** What was fetched, for the details of the check. */
  describe(words: { base_url?: string; content_type?: string; file_name?: string; response_headers?: string }): void
  keep(artifact_id: string, content: string | Uint8Array, content_type?: string): void
  /** What to keep, should the check fail from here on: called once then, whatever the failure. The last of a subject counts. */
  uponFailure(evidence: () => void, subject?: string): void
  /** A step of a scenario begins; the one before is over. Its bytes and its time are counted apart. */
  step(number: number): void
}
