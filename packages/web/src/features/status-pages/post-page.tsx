import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { toComparable, useHeldRecord } from '../../app/forms/unsaved.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { Failed } from '../../app/shell/failed.tsx'
import { useTitle } from '../../app/shell/use-title.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { PostEditor } from './post-editor.tsx'
import type { LoadedPost, PostPage } from './post-part.ts'
import { postTexts } from './post-texts.ts'
import { postQuery, statusPageQuery } from './queries.ts'

const route = getRouteApi('/inside/framed/status-pages/$id/posts/$post')

/** A post of a status page with its updates, next to what visitors will see. */
export function StatusPagePostScreen() {
  const { id, post: postId } = route.useParams()
  const kind = route.useSearch().kind === 'maintenance' ? 'maintenance' : 'incident'
  const isNew = postId === 'new'
  const { t, formats } = useI18n()
  const texts = useTexts(postTexts)
  const { data: page, error: pageError, refetch: refetchPage } = useQuery(statusPageQuery(Number(id)))
  const { data: loaded, error, refetch } = useQuery({ ...postQuery(Number(postId)), enabled: !isNew })
  const title = loaded?.post.title ?? texts(kind === 'maintenance' ? 'newMaintenance' : 'newIncident')
  useTitle(title)
  const failure = pageError ?? (isNew ? null : error)
  const retry = () => void Promise.all([refetchPage(), isNew || refetch()])
  if (!page || !(isNew || loaded))
    return failure ? <Failed error={failure} reset={retry} /> : <SkeletonRows label={t('common.loading')} />
  const post = loaded?.post
  return (
    <>
      <PageHeader
        above={
          <Link to="/status-pages/$id" params={{ id }} className="text-accent underline underline-offset-4">
            {page.page.title}
          </Link>
        }
        title={title}
        below={
          post &&
          [
            texts(`kind.${post.kind}`),
            texts(`state.${post.state}`),
            post.published_at === null
              ? texts('draft')
              : texts('publishedAt', { time: formats.dateTime(post.published_at) }),
            ...(post.is_automatic ? [texts('automatic')] : []),
          ].join(' · ')
        }
      />
      {post?.is_automatic && (
        <p className="mb-6 max-w-prose">{texts(post.is_draft ? 'automaticDraft' : 'automaticText')}</p>
      )}
      {loaded ? <ExistingPost page={page} loaded={loaded} /> : <PostEditor page={page} kind={kind} />}
    </>
  )
}

/** Resets the form when someone else has changed the post, unless it has unsaved changes. Updates stay current. */
function ExistingPost({ page, loaded }: { readonly page: PostPage; readonly loaded: LoadedPost }) {
  const post = useHeldRecord(loaded.post)
  return <PostEditor key={toComparable(post)} page={page} kind={post.kind} loaded={{ ...loaded, post }} />
}
