import { queryOptions } from '@tanstack/react-query'
import { client } from '../../app/client/client.ts'
import type { ScreenLanguage } from '../../app/i18n/preferences.ts'

export const packageKeys = { all: ['packages'] } as const

/** Packages that the user may assign to other accounts: their own, and those on offer. */
export const packagesQuery = queryOptions({
  queryKey: [...packageKeys.all, 'given'],
  queryFn: ({ signal }) => client.call('list_packages', { query: { sort: ['name'], limit: 1000 } }, { signal }),
})

export const adminPackagesQuery = queryOptions({
  queryKey: [...packageKeys.all, 'all'],
  queryFn: ({ signal }) =>
    client.call('list_admin_packages', { query: { embed: ['permissions'], sort: ['name'], limit: 1000 } }, { signal }),
})

export const adminPackageQuery = (id: number) =>
  queryOptions({
    queryKey: [...packageKeys.all, 'one', id],
    queryFn: ({ signal }) =>
      client.call('read_admin_package', { path: { _id: id }, query: { embed: ['permissions'] } }, { signal }),
  })

export const channelsQuery = (language: ScreenLanguage) =>
  queryOptions({
    queryKey: ['notification_channels', language],
    queryFn: ({ signal }) =>
      client.call('list_dictionaries_notification_channels', { query: { limit: 1000 } }, { signal }),
    staleTime: 30 * 60_000,
  })
