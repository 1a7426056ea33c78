import type { CurrentState } from './service-status.ts'

/** Services whose stored state is older than their current one. */
export interface UnflushedServices {
  add(service_id: number, before: CurrentState | undefined, after: CurrentState): void
  /**
   * Removes and returns the services: all of them, or with `onlyChanged` those that are new or whose failures have
   * changed.
   */
  take(options: { readonly onlyChanged: boolean }): number[]
  putBack(service_ids: readonly number[]): void
}

export function createUnflushed(): UnflushedServices {
  const changed = new Set<number>()
  const others = new Set<number>()
  return {
    add: (service_id, before, after) => {
      if (before === undefined || hasOtherFailures(before, after)) changed.add(service_id)
      else others.add(service_id)
    },
    take: ({ onlyChanged }) => {
      const taken = [...(onlyChanged ? changed : changed.union(others))]
      changed.clear()
      for (const id of taken) others.delete(id)
      return taken
    },
    putBack: (service_ids) => {
      for (const id of service_ids) changed.add(id)
    },
  }
}

/** The status is not compared, because the commit that changes it also stores it. */
const hasOtherFailures = (before: CurrentState, after: CurrentState): boolean =>
  before.error_type_id !== after.error_type_id ||
  before.failing_sensor_ids.length !== after.failing_sensor_ids.length ||
  before.failing_sensor_ids.some((id, index) => id !== after.failing_sensor_ids[index])
