import type { Context } from './kind.ts'

/** One public sensor, and the private one of the account: accounts that a service is shared with see only the first. */
export function sensorsFor(owner: number | null, find: Context['find']): number[] {
  return [find('sensor', null)[0], find('sensor', owner)[0]].filter((id) => id !== undefined)
}
