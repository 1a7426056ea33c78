import type { Operation } from '@wachta/resource'
import type { ApiContext } from '../../platform/context.ts'
import { createLive } from './live.ts'

/** The operation that streams changes of service statuses and incidents. */
export function liveOperation({ database, searcher: { registry } }: ApiContext): Operation {
  // Sessions end by the reference clock. Each request has its time; between requests, the monotonic clock continues it.
  let offsetMs = 0
  const live = createLive({ database, registry, now: () => new Date(performance.now() + offsetMs) })
  return {
    id: 'watch_service_statuses',
    method: 'GET',
    path: '/live',
    tag: 'service_statuses',
    summary: 'Changes of service statuses and incidents, as server-sent events.',
    description:
      'A stream that stays open while the session lasts. `ready` comes first; `status` has an array of service statuses that ' +
      'have changed, `incident` one of incidents; `refresh` means that too many have changed and that the client must load the lists ' +
      'again. Changes during a disconnection are not kept: after reconnecting, load the lists.',
    access: 'customer',
    status: 200,
    media: 'text/event-stream',
    async handle({ caller, request, now }) {
      offsetMs = now.getTime() - performance.now()
      return { events: await live.open(caller, request.address) }
    },
  }
}
