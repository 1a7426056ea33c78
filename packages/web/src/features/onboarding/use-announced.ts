import { useQueryClient } from '@tanstack/react-query'
import { dashboardKeys } from '../dashboard/queries.ts'
import { serviceListKeys } from '../services/queries.ts'
import type { StartedService } from './started-service.ts'

/** Returns a function that refreshes lists and counters for the new service and then continues. */
export function useAnnounced(onBegun: (begun: StartedService) => void): (begun: StartedService) => void {
  const queries = useQueryClient()
  return (begun) => {
    void queries.invalidateQueries({ queryKey: serviceListKeys.statuses })
    void queries.invalidateQueries({ queryKey: dashboardKeys.stats })
    onBegun(begun)
  }
}
