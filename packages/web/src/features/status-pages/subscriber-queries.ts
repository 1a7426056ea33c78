import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { collectPages, type StatusPageSubscriber } from '@wachta/client'
import { client } from '../../app/client/client.ts'
import { statusPageKeys } from './queries.ts'
import { type ShownSubscriberChannel, type ShownSubscriberState, shownSubscriberStates } from './subscriber-states.ts'

export const subscriberPageSize = 25

export interface SubscriberFilters {
  readonly query: string
  readonly state: ShownSubscriberState | null
  readonly channel: ShownSubscriberChannel | null
}

const subscriberKeys = { all: [...statusPageKeys.all, 'subscribers'] } as const

/** A page of the subscribers of a status page, the latest first. */
export const subscribersQuery = (page: number, filters: SubscriberFilters, offset: number) =>
  queryOptions({
    queryKey: [...subscriberKeys.all, page, filters, offset],
    queryFn: ({ signal }) =>
      client.list(
        'list_status_page_status_page_subscribers',
        {
          path: { _id: page },
          query: { ...toListQuery(filters), embed: ['permissions'], limit: subscriberPageSize, offset },
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })

/** How many subscribers there are in each state. */
export const subscriberCountsQuery = (page: number) =>
  queryOptions({
    queryKey: [...subscriberKeys.all, page, 'counts'],
    queryFn: async ({ signal }): Promise<Readonly<Record<ShownSubscriberState, number>>> => {
      const counts = shownSubscriberStates.map(async (state) => {
        const query = { fields: ['id'], 'filter.state': state, limit: 1 } as const
        const { total } = await client.list(
          'list_status_page_status_page_subscribers',
          { path: { _id: page }, query },
          { signal },
        )
        return [state, total] as const
      })
      return Object.fromEntries(await Promise.all(counts)) as Record<ShownSubscriberState, number>
    },
  })

/** All subscribers that match the filters, for an export. */
export const collectSubscribers = (page: number, filters: SubscriberFilters): Promise<StatusPageSubscriber[]> =>
  collectPages(
    client.pages(
      'list_status_page_status_page_subscribers',
      { path: { _id: page }, query: toListQuery(filters) },
      { size: 1000 },
    ),
  )

const toListQuery = ({ query, state, channel }: SubscriberFilters) => ({
  sort: ['-created_at', '-id'],
  ...(query !== '' && { query }),
  ...(state && { 'filter.state': state }),
  ...(channel && { 'filter.channel_id': channel }),
})
