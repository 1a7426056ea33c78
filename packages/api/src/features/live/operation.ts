import type { Operation } from '@wachta/resource'
import type { ApiContext } from '../../platform/context.ts'
import { createLive } from './live.ts'

/** The operation that streams changes of service statuses and incidents. */
export function liveOperation({ database, searcher: { registry } }: ApiContext): Operation {
  const live = createLive({ database, registry, now: () => new Date() })
  return {
    id: 'watch_service_statuses',
    method: 'GET',
    path: '/live',
    tag: 'service_statuses',
    summary: 'Changes of service statuses and incidents, as server-sent events.',
    description:
      'A stream that stays open while the session lasts. `ready` comes first; `status` has an array of service statuses that ' +
      'have changed, `incident` one of incidents; `refresh` says that too many have, and that the lists are to be asked for ' +
      'again. Nothing is kept for who was away: after connecting again, ask for the lists.',
    access: 'customer',
    status: 200,
    media: 'text/event-stream',
    handle: async ({ caller, request }) => ({ events: await live.open(caller, request.address) }),
  }
}
