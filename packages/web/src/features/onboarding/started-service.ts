import type { Sensor } from '@wachta/client'

/** A service that was just created: what the following steps need of it. */
export interface StartedService {
  readonly id: number
  readonly name: string
  readonly sensors: readonly Sensor[]
  /** Of a heartbeat: no sensor looks at it, its job reports to the URL. */
  readonly job?: { readonly url: string; readonly interval: number }
}
