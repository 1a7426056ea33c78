import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { collectPages } from '@wachta/client'
import { client } from '../../app/client/client.ts'
import { openPostStates } from './post-states.ts'

export const statusPageKeys = { all: ['status_pages'] } as const

export const statusPagesQuery = queryOptions({
  queryKey: [...statusPageKeys.all, 'list'],
  queryFn: ({ signal }) =>
    collectPages(
      client.pages(
        'list_status_pages',
        { query: { sort: ['title'], embed: ['owner.name', 'permissions'] } },
        { signal, size: 1000 },
      ),
    ),
})

/** The components of all pages, in their order. */
export const allComponentsQuery = queryOptions({
  queryKey: [...statusPageKeys.all, 'components'],
  queryFn: ({ signal }) =>
    collectPages(
      client.pages('list_status_page_components', { query: { sort: ['position', 'id'] } }, { signal, size: 1000 }),
    ),
})

/** The open posts of all pages. */
export const openPostsQuery = queryOptions({
  queryKey: [...statusPageKeys.all, 'open_posts'],
  queryFn: ({ signal }) =>
    client.call(
      'search_status_page_posts',
      { body: { filters: { state: [{ type: 'one_of', argument: [...openPostStates] }] }, limit: 1000 } },
      { signal },
    ),
  refetchInterval: 60_000,
})

/** A page with everything that its editor shows. */
export const statusPageQuery = (id: number) =>
  queryOptions({
    queryKey: [...statusPageKeys.all, 'one', id],
    queryFn: async ({ signal }) => {
      const path = { _id: id }
      const [page, components, pictures] = await Promise.all([
        client.call('read_status_page', { path, query: { embed: ['permissions'] } }, { signal }),
        client.call(
          'list_status_page_status_page_components',
          { path, query: { sort: ['position', 'id'], limit: 1000 } },
          { signal },
        ),
        client.call('read_status_page_pictures', { path }, { signal }),
      ])
      return { id, page, components, pictures }
    },
  })

/** The link that opens a page. It is removed from memory when it is no longer shown. */
export const pageLinkQuery = (id: number) =>
  queryOptions({
    queryKey: [...statusPageKeys.all, 'link', id],
    queryFn: ({ signal }) => client.call('read_status_page_link', { path: { _id: id } }, { signal }),
    gcTime: 0,
  })

export const postPageSize = 25

interface PostFilters {
  /** The id of the status page. */
  readonly page: number
  readonly query: string
  readonly offset: number
}

/** A page of posts, the latest first. */
export const postsQuery = ({ page, query, offset }: PostFilters) =>
  queryOptions({
    queryKey: [...statusPageKeys.all, 'posts', page, query, offset],
    queryFn: ({ signal }) =>
      client.list(
        'list_status_page_status_page_posts',
        {
          path: { _id: page },
          query: { sort: ['-start_time', '-id'], limit: postPageSize, offset, ...(query !== '' && { query }) },
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })

/** A post with its updates, the newest first. */
export const postQuery = (id: number) =>
  queryOptions({
    queryKey: [...statusPageKeys.all, 'post', id],
    queryFn: async ({ signal }) => {
      const path = { _id: id }
      const [post, updates] = await Promise.all([
        client.call('read_status_page_post', { path, query: { embed: ['permissions'] } }, { signal }),
        client.call(
          'list_status_page_post_status_page_updates',
          { path, query: { sort: ['-time', '-id'], embed: ['permissions'], limit: 1000 } },
          { signal },
        ),
      ])
      return { id, post, updates }
    },
  })

/** The values that a page inherits from the branding of its owner. */
export const shownBrandingQuery = (account: number | undefined) =>
  queryOptions({
    queryKey: ['branding', 'shown', account],
    queryFn: ({ signal }) =>
      client.call('read_account_effective_branding', { path: { _id: account ?? 0 } }, { signal }),
    enabled: account !== undefined,
  })
