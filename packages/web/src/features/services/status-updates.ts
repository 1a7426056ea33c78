import type { ServiceStatus } from '@wachta/client'

/** For each pending request: the statuses that the stream has delivered since it was sent. */
const pending = new Set<Map<number, ServiceStatus>>()

/** Passes statuses from the live stream to the requests that are pending. */
export function passStatuses(statuses: readonly ServiceStatus[]): void {
  for (const updates of pending) for (const status of statuses) updates.set(status.service_id, status)
}

/**
 * Sends a request and merges the statuses that the stream delivered meanwhile into the response: the response may have
 * been read before them and would overwrite newer statuses on the screen.
 */
export async function fetchWithUpdates<T>(
  send: () => Promise<T>,
  merge: (response: T, updates: readonly ServiceStatus[]) => T,
): Promise<T> {
  const updates = new Map<number, ServiceStatus>()
  pending.add(updates)
  try {
    return merge(await send(), [...updates.values()])
  } finally {
    pending.delete(updates)
  }
}
