import { queryOptions } from '@tanstack/react-query'
import { collectPages, type Escalation, type Event } from '@wachta/client'
import { client } from '../../app/client/client.ts'
import { ownFilter, peopleKey } from '../contacts/queries.ts'

/** An alert rule with its escalation steps. */
export interface Policy {
  readonly event: Event
  readonly steps: readonly Escalation[]
}

export const policiesQuery = queryOptions({
  queryKey: [...peopleKey, 'policies'],
  queryFn: async ({ signal }): Promise<readonly Policy[]> => {
    const pageOptions = { signal, size: 1000 }
    const [events, steps] = await Promise.all([
      collectPages(
        client.pages('list_events', { query: { ...ownFilter, sort: ['name'], embed: ['permissions'] } }, pageOptions),
      ),
      collectPages(
        client.pages(
          'list_escalations',
          { query: { ...ownFilter, sort: ['delay', 'id'], embed: ['permissions'] } },
          pageOptions,
        ),
      ),
    ])
    const byEvent = Map.groupBy(steps, ({ event_id }) => event_id)
    return events.map((event) => ({ event, steps: byEvent.get(event.id) ?? [] }))
  },
})

export const escalationStepsQuery = (event: number) =>
  queryOptions({
    queryKey: [...peopleKey, 'policy', event],
    queryFn: async ({ signal }): Promise<Policy> => {
      const path = { _id: event }
      const [found, steps] = await Promise.all([
        client.call('read_event', { path, query: { embed: ['permissions'] } }, { signal }),
        client.call(
          'list_event_escalations',
          { path, query: { sort: ['delay', 'id'], limit: 1000, embed: ['permissions'] } },
          { signal },
        ),
      ])
      return { event: found, steps }
    },
  })
