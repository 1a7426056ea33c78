import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { StatusPage } from '@wachta/client'
import { useActingAccount } from '../../app/client/me.ts'
import { toComparable, useHeldRecord } from '../../app/forms/unsaved.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { lazyPart } from '../../app/routing/lazy-part.ts'
import { Failed } from '../../app/shell/failed.tsx'
import { LazyContent } from '../../app/shell/lazy-content.tsx'
import { useSearchChange } from '../../app/shell/use-list-search.ts'
import { useTitle } from '../../app/shell/use-title.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import type { StoredStatusPage } from './page-values.ts'
import { PostActions, PostList } from './post-list.tsx'
import { statusPageQuery } from './queries.ts'
import { SubscriberList } from './subscriber-list.tsx'
import { statusPageTexts } from './texts.ts'

const route = getRouteApi('/inside/framed/status-pages/$id')
const StatusPageEditor = lazyPart(async () => (await import('./page-editor.tsx')).StatusPageEditor)

/** A status page: its posts, its subscribers, and the editor of everything else. */
export function StatusPageScreen() {
  const { id } = route.useParams()
  const isNew = id === 'new'
  const { t } = useI18n()
  const texts = useTexts(statusPageTexts)
  const actingAccount = useActingAccount()
  const { data, error, refetch } = useQuery({ ...statusPageQuery(Number(id)), enabled: !isNew })
  const title = data?.page.title ?? t('statusPages.new')
  useTitle(title)
  if (!actingAccount || !(isNew || data))
    return error && !isNew ? (
      <Failed error={error} reset={() => void refetch()} />
    ) : (
      <SkeletonRows label={t('common.loading')} />
    )
  return (
    <>
      <PageHeader
        above={
          <Link to="/status-pages" className="text-accent underline underline-offset-4">
            {t('statusPages.title')}
          </Link>
        }
        title={title}
        below={isNew ? texts('newText') : data && <PageFacts page={data.page} />}
        actions={data?.page.permissions?.create_posts && <PostActions page={data.id} />}
      />
      <LazyContent>
        {data ? (
          <PageTabs stored={data} />
        ) : (
          <StatusPageEditor
            stored={{}}
            owner={actingAccount.id}
            isReadOnly={actingAccount.permissions?.create_status_pages !== true}
          />
        )}
      </LazyContent>
    </>
  )
}

function PageFacts({ page }: { readonly page: StatusPage }) {
  const texts = useTexts(statusPageTexts)
  return (
    <>
      <code className="font-mono text-sm">/{page.slug}</code>
      {' · '}
      {page.is_published ? texts(`visibility.${page.visibility}`) : texts('notPublished')}
    </>
  )
}

type LoadedPage = Required<StoredStatusPage> & { readonly id: number; readonly page: StatusPage }

const tabs = ['posts', 'subscribers', 'page'] as const
const noFilters = { query: '', state: '', channel: '', page: '' }

/** Resets the editor when someone else has changed the page, unless it has unsaved changes. */
function PageTabs({ stored: current }: { readonly stored: LoadedPage }) {
  const texts = useTexts(statusPageTexts)
  const change = useSearchChange()
  const { tab } = route.useSearch()
  const stored = useHeldRecord(current)
  return (
    <Tabs
      label={stored.page.title}
      value={tabs.find((each) => each === tab) ?? 'posts'}
      onChange={(next) => change({ ...noFilters, tab: next === 'posts' ? '' : next }, 'step')}
      tabs={[
        { id: 'posts', label: texts('tab.posts'), content: <PostList page={stored.page} /> },
        {
          id: 'subscribers',
          label: texts('tab.subscribers'),
          content: <SubscriberList page={stored.page} components={stored.components} />,
        },
        {
          id: 'page',
          label: texts('tab.page'),
          content: (
            <StatusPageEditor
              key={toComparable(omitLink(stored))}
              stored={stored}
              owner={stored.page.owner_id}
              isReadOnly={stored.page.permissions?.update !== true}
            />
          ),
        },
      ]}
    />
  )
}

/** The editor loads the link by itself, so creating a link must not reset the editor. */
const omitLink = ({ page, ...others }: LoadedPage) => ({ ...others, page: { ...page, has_link: null } })
