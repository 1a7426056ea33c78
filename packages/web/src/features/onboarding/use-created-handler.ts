import { useQueryClient } from '@tanstack/react-query'
import { dashboardKeys } from '../dashboard/queries.ts'
import { serviceListKeys } from '../services/queries.ts'
import type { StartedService } from './started-service.ts'

/** Returns a function that refreshes lists and counters for the new service and then continues. */
export function useCreatedHandler(onStart: (service: StartedService) => void): (service: StartedService) => void {
  const queries = useQueryClient()
  return (service) => {
    void queries.invalidateQueries({ queryKey: serviceListKeys.statuses })
    void queries.invalidateQueries({ queryKey: dashboardKeys.stats })
    onStart(service)
  }
}
