import type { Sensor } from '@wachta/client'

/** A service that was just created, with the data that the following steps need. */
export interface StartedService {
  readonly id: number
  readonly name: string
  readonly group: number
  readonly sensors: readonly Sensor[]
  /** Only for a heartbeat service: the URL that its job has to call, and how often, in seconds. */
  readonly job?: { readonly url: string; readonly interval: number }
}
