import { queryOptions } from '@tanstack/react-query'
import { collectPages } from '@wachta/client'
import { client } from '../../app/client/client.ts'

export const applicationKeys = { all: ['applications'], grants: ['application_grants'] } as const

/** The applications that the account registered. */
export const applicationsQuery = (owner: number) =>
  queryOptions({
    queryKey: [...applicationKeys.all, owner],
    queryFn: ({ signal }) =>
      collectPages(
        client.pages(
          'list_applications',
          { query: { 'filter.owner_id': owner, sort: ['name'], embed: ['permissions'] } },
          { signal },
        ),
      ),
  })

/** The access that the user gave to applications. */
export const applicationGrantsQuery = (account: number) =>
  queryOptions({
    queryKey: [...applicationKeys.grants, account],
    queryFn: ({ signal }) =>
      collectPages(
        client.pages('list_application_grants', { query: { 'filter.account_id': account, sort: ['-id'] } }, { signal }),
      ),
  })

/** The access that an application requests. It is not refetched, because the request is deleted after the decision. */
export const authorizationRequestQuery = (uid: string) =>
  queryOptions({
    queryKey: ['authorization_requests', uid],
    queryFn: ({ signal }) => client.call('read_authorization_request', { path: { _uid: uid } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
