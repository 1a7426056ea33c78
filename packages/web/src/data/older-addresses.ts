import { queryOptions } from '@tanstack/react-query'
import type { NotificationAddress } from '@wachta/client'
import { client } from './client.ts'
import { gathered } from './gathered.ts'
import { peopleKey } from './people.ts'

/** Addresses of the older style: those of groups of services, shared ones included. */
export const olderAddressesQuery = queryOptions({
  queryKey: [...peopleKey, 'older_addresses'],
  queryFn: ({ signal }): Promise<readonly NotificationAddress[]> =>
    gathered(
      client.pages(
        'list_notification_addresses',
        { query: { sort: ['address'], embed: ['permissions', 'group.name'] } },
        { signal, size: 1000 },
      ),
    ),
})
