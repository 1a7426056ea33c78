import type { EventRule } from '@wachta/domain'
import type { Facts } from '@wachta/events'

/**
 * What an event may occur on: a service, or a sensor that watches it. Without an event it is the failure of the service
 * itself, in legacy notifications.
 */
export interface Subject {
  readonly service_id: number
  readonly owner_id: number
  readonly event_id: number | null
  readonly sensor_id: number | null
  /** Undefined for a kind that is no more. */
  readonly watches: keyof Facts | undefined
  readonly rule: EventRule
}

export const subjectKey = ({ service_id, event_id }: Pick<Subject, 'service_id' | 'event_id'>): string =>
  `${service_id} ${event_id ?? ''}`
