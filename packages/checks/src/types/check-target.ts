import type { CheckSettings } from './setting.ts'

/** What is to be checked. */
export interface CheckTarget {
  readonly address: string
  /** All settings of the type: defaults are filled in, secrets are there in clear. */
  readonly settings: CheckSettings
}
