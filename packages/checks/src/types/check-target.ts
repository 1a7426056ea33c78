import type { CheckSettings } from './setting.ts'

/** The target of a check. */
export interface CheckTarget {
  readonly address: string
  /** All settings of the type, with defaults filled in and secrets in clear. */
  readonly settings: CheckSettings
}
