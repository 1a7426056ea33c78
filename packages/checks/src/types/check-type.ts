import type { Localized } from '@wachta/domain'
import type { Probe } from '../probe.ts'
import type { AddressCheck } from './address.ts'
import type { CheckTarget } from './check-target.ts'
import type { Setting } from './setting.ts'

/** A way of checking a service. */
export interface CheckType {
  readonly id: string
  readonly name: Localized
  readonly description: Localized
  /** Which sensors can do it: the id of a category of service types. */
  readonly category: string
  /** What to write as the address of a service. */
  readonly addressFormat: Localized
  /** Seconds. */
  readonly defaultInterval: number
  readonly supportsSteps: boolean
  /** What a check can leave behind as evidence. */
  readonly artifactTypes: readonly string[]
  readonly settings: Readonly<Record<string, Setting>>
  /** Settings of which a service has exactly one. */
  readonly alternatives?: readonly string[]
  /** What only this type measures. Metrics of several types are in the dictionary of the API. */
  readonly metrics?: readonly CheckMetric[]
  /** By what the web app proposes this type for an address that somebody enters. */
  readonly recognisedBy?: AddressSigns
  /** What is wrong with an address; nothing, where the type can check it. */
  readonly address: AddressCheck
  /** Addresses that are taken and addresses that are not. */
  readonly examples: { readonly good: readonly string[]; readonly bad: readonly string[] }
  /**
   * Looks at the service. Returning says that all is well; a CheckFailure, or a fault of the network, that it is not;
   * anything else that nothing is known. Types without it are known, but no sensor of this version can check them.
   */
  readonly run?: (check: CheckTarget, probe: Probe) => Promise<void>
}

/** A number that checks report by `probe.measure`, with its label. */
export interface CheckMetric {
  readonly id: string
  readonly name: Localized
  readonly description: Localized
}

/** Signs of a type in an address. Where several types share one, the first type of the registry is proposed. */
export interface AddressSigns {
  /** `ssh` for `ssh://example.com`. */
  readonly schemes?: readonly string[]
  readonly ports?: readonly number[]
  /** First labels of a name without the digits at their end: `mx` for `mx1.example.com`. */
  readonly hosts?: readonly string[]
}

/** The category of types that no sensor looks at, because what they watch reports by itself. */
export const sensorlessCategory = 'sensorless'

/** Whether this version can watch services of the type: by a sensor, or by the reports of a job. */
export const canRun = ({ run, category }: CheckType): boolean => run !== undefined || category === sensorlessCategory

const wellFormed = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/

export function defineCheckType(id: string, type: Omit<CheckType, 'id'>): CheckType {
  for (const name of [id, ...Object.keys(type.settings)]) {
    if (!wellFormed.test(name) || name.length > 64) throw new Error(`${id}: malformed name ${JSON.stringify(name)}`)
  }
  return frozen({ id, ...type })
}

function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const inner of Object.values(value)) frozen(inner)
  return Object.freeze(value)
}
