import { queryOptions, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { hasSymbol } from '@wachta/client'
import { useEffect } from 'react'
import { client } from '../../app/client/client.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { Failed } from '../../app/shell/failed.tsx'
import { useTitle } from '../../app/shell/use-title.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { pageEntryTexts } from './texts.ts'

const route = getRouteApi('/inside/framed/status-page/$slug')

/** Creates a URL that opens the status page and works once, so it is not repeated when the window gets the focus. */
const pageEntryQuery = (slug: string) =>
  queryOptions({
    queryKey: ['status_page_entries', slug],
    queryFn: ({ signal }) => client.call('create_status_page_entry', { body: { slug } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
  })

/** Admits the user to a status page with the visibility `users`, and sends the browser to that page. */
export function PageEntry() {
  const { t } = useI18n()
  const texts = useTexts(pageEntryTexts)
  const { slug } = route.useParams()
  const { data, error } = useQuery(pageEntryQuery(slug))
  // A retry would not help, so none is offered.
  const isRejected = hasSymbol(error, 'visitor_not_admitted')
  const title = texts(isRejected ? 'pageEntry.noAccess' : 'pageEntry.title')
  useTitle(title)
  useEffect(() => {
    if (data) location.replace(data.url)
  }, [data])
  if (isRejected)
    return (
      <div role="alert">
        <PageHeader title={title} below={texts('pageEntry.noAccessText')} />
      </div>
    )
  return (
    <>
      <PageHeader title={title} />
      {error ? <Failed error={error} /> : <SkeletonRows label={t('common.loading')} />}
    </>
  )
}
