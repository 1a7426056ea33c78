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
      'The stream stays open while the session lasts. It begins with `ready`; `status` has an array of changed service statuses, ' +
      '`incident` one of changed incidents; `refresh` means that too many have changed: request the lists again. Missed events ' +
      'are not repeated: after you reconnect, request the lists.',
    access: 'customer',
    status: 200,
    media: 'text/event-stream',
    handle: async ({ caller, request }) => ({ events: await live.open(caller, request.address) }),
  }
}
