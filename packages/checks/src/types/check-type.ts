import type { Localized } from '@wachta/domain'
import type { Probe } from '../probe.ts'
import type { AddressValidator } from './address.ts'
import type { CheckTarget } from './check-target.ts'
import type { Setting } from './setting.ts'

/** A check type: its settings, and the function that checks a service. */
export interface CheckType {
  readonly id: string
  readonly name: Localized
  readonly description: Localized
  /** The id of a category of check types, which decides which sensors can run the type. */
  readonly category: string
  /** Describes the format of the address. */
  readonly addressFormat: Localized
  /** Seconds. */
  readonly defaultInterval: number
  readonly supportsSteps: boolean
  /** The artifacts that a check can keep as evidence. */
  readonly artifactTypes: readonly string[]
  readonly settings: Readonly<Record<string, Setting>>
  /** Settings of which a service must have exactly one. */
  readonly alternatives?: readonly string[]
  /** The metrics that only this type measures. Metrics of several types are in the dictionary of the API. */
  readonly metrics?: readonly CheckMetric[]
  /** The web app proposes this type if the entered address matches. */
  readonly recognisedBy?: AddressHints
  /** Returns the error of an address; undefined if the type can check it. */
  readonly validateAddress: AddressValidator
  /** Examples of valid and invalid addresses. */
  readonly examples: { readonly good: readonly string[]; readonly bad: readonly string[] }
  /**
   * Checks the service. The result is `ok` if this returns, `error` if it throws a CheckFailure or a network error, and
   * `unknown` if it throws anything else. If undefined, no sensor of this version can check the type.
   */
  readonly run?: (check: CheckTarget, probe: Probe) => Promise<void>
}

/** A number that checks report by `probe.measure`, with its label. */
export interface CheckMetric {
  readonly id: string
  readonly name: Localized
  readonly description: Localized
}

/** Parts of an address that suggest a type. If several types share one, the first type of the registry is proposed. */
export interface AddressHints {
  /** `ssh` for `ssh://example.com`. */
  readonly schemes?: readonly string[]
  readonly ports?: readonly number[]
  /** First labels of a name without the digits at their end: `mx` for `mx1.example.com`. */
  readonly hosts?: readonly string[]
}

/** The category of types that no sensor checks: the monitored job reports itself. */
export const sensorlessCategory = 'sensorless'

/** Whether this version can monitor services of the type: by a sensor, or by the calls of a job. */
export const canRun = ({ run, category }: CheckType): boolean => run !== undefined || category === sensorlessCategory

const namePattern = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/

export function defineCheckType(id: string, type: Omit<CheckType, 'id'>): CheckType {
  for (const name of [id, ...Object.keys(type.settings)]) {
    if (!namePattern.test(name) || name.length > 64) throw new Error(`${id}: malformed name ${JSON.stringify(name)}`)
  }
  return freezeDeep({ id, ...type })
}

function freezeDeep<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const inner of Object.values(value)) freezeDeep(inner)
  return Object.freeze(value)
}
