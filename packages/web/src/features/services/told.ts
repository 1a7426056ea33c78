import type { ServiceStatus } from '@wachta/client'

/** For each answer that is on its way: what was told since it was asked for. */
const underWay = new Set<Map<number, ServiceStatus>>()

/** What the stream says of services, for whoever waits for an answer about them. */
export function tell(statuses: readonly ServiceStatus[]): void {
  for (const told of underWay) for (const status of statuses) told.set(status.service_id, status)
}

/**
 * Asks, and puts into the answer what was told while it was on its way: it may have been read before that, and would
 * take the news off the screen again. Where it was read after, the stream is about to tell the same.
 */
export async function askedWhileTold<T>(
  ask: () => Promise<T>,
  withTold: (answer: T, told: readonly ServiceStatus[]) => T,
): Promise<T> {
  const told = new Map<number, ServiceStatus>()
  underWay.add(told)
  try {
    return withTold(await ask(), [...told.values()])
  } finally {
    underWay.delete(told)
  }
}
