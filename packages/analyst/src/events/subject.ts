import type { EventRule } from '@wachta/domain'
import type { Facts } from '@wachta/events'

/**
 * What an alert rule is evaluated on: a service, or a sensor of the service. Without `event_id` it is the failure of
 * the service in legacy notifications.
 */
export interface Subject {
  readonly service_id: number
  readonly owner_id: number
  readonly event_id: number | null
  readonly sensor_id: number | null
  /** Undefined for a rule kind that no longer exists. */
  readonly watches: keyof Facts | undefined
  readonly rule: EventRule
}

export const toSubjectKey = ({ service_id, event_id }: Pick<Subject, 'service_id' | 'event_id'>): string =>
  `${service_id} ${event_id ?? ''}`
