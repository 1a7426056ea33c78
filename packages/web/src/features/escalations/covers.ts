import type { Event, Service } from '@wachta/client'

type ScopedRule = Pick<Event, 'scope'>

/** Whether an alert rule applies to a service. */
export const ruleCoversService = ({ scope }: ScopedRule, service: Pick<Service, 'id' | 'group_id'>): boolean =>
  scope.all_services === true ||
  (scope.group_ids ?? []).includes(service.group_id) ||
  (scope.service_ids ?? []).includes(service.id)

/** Whether an alert rule applies to this service and to no other. */
export const ruleCoversOnlyService = ({ scope }: ScopedRule, service: number): boolean =>
  !scope.all_services && (scope.group_ids ?? []).length === 0 && (scope.service_ids ?? []).join() === String(service)
