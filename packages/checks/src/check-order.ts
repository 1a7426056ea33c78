import type { KeptArtifact } from './probe.ts'
import type { CheckSettings } from './types/setting.ts'

/** One check to run. */
export interface CheckOrder {
  readonly type_id: string
  readonly address: string
  /** Settings as stored: without defaults, with secrets in plain text. */
  readonly settings: CheckSettings
  readonly timeout_ms: number
  /** Whether the evidence is kept even if all is well. */
  readonly keepsEvidence?: boolean
  /** Receives artifacts while the check runs. */
  readonly onArtifact?: (artifact: KeptArtifact) => void
}
