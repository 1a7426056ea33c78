import type { Service } from '@wachta/client'

/**
 * The place for the current incident of the service, above its figures: state, owner and actions. It renders nothing
 * while no incident is open.
 */
export function CurrentIncident(_: { readonly service: Service }) {
  return null
}
