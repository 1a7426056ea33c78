import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { StatusPagePost } from '@wachta/client'
import { type SubmitEvent, Suspense, useState } from 'react'
import { client, errorText } from '../../app/client/client.ts'
import { CopyAsCurl } from '../../app/forms/copy-as-curl.tsx'
import { DeleteButton } from '../../app/forms/delete-button.tsx'
import { useFieldErrors } from '../../app/forms/use-field-errors.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { lazyPart } from '../../app/routing/lazy-part.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toStatusPageValues } from './page-values.ts'
import { PostFields } from './post-fields.tsx'
import type { LoadedPost, PostPage } from './post-part.ts'
import { toPostView } from './post-preview.ts'
import type { ShownPostKind } from './post-states.ts'
import { postTexts } from './post-texts.ts'
import { makePostValues, type PostValues, toPostValues, UnreadablePostTime } from './post-values.ts'
import { shownBrandingQuery, statusPageKeys } from './queries.ts'
import { statusPageTexts } from './texts.ts'
import { makeUpdateDraft } from './update-draft.ts'
import { UpdateSection } from './update-section.tsx'
import { useSavePost } from './use-save-post.ts'

const StatusPagePreview = lazyPart(async () => (await import('./page-preview.tsx')).StatusPagePreview)

interface PostEditorProps {
  readonly page: PostPage
  readonly kind: ShownPostKind
  /** Undefined for a new post. */
  readonly loaded?: LoadedPost
}

/** The form of a post and its updates, next to what visitors will see. */
export function PostEditor({ page, kind, loaded }: PostEditorProps) {
  const { formats, language } = useI18n()
  const texts = useTexts(statusPageTexts)
  // The times in the form stay in this zone, also when the account loads or the user chooses another display zone.
  const [zone] = useState(formats.timeZone)
  const [values, setValues] = useState(() => (loaded ? toPostValues(loaded.post, zone) : makePostValues(kind)))
  const [draft, setDraft] = useState(() => makeUpdateDraft(loaded?.post))
  const { data: branding } = useQuery(shownBrandingQuery(page.page.owner_id))
  const post = toPostView({ values, draft, loaded, zone }, Date.now())
  const pageValues = toStatusPageValues(page, { language, zone })
  return (
    <div className="grid items-start gap-x-8 gap-y-8 xl:grid-cols-[minmax(0,5fr)_minmax(0,4fr)]">
      <div className="grid min-w-0 gap-8">
        {loaded && <UpdateSection loaded={loaded} draft={draft} onChange={setDraft} />}
        <PostForm
          page={page}
          loaded={loaded}
          zone={zone}
          values={values}
          onChange={(change) => setValues((before) => ({ ...before, ...change }))}
        />
      </div>
      <Suspense fallback={<Skeleton className="h-96 w-full" />}>
        <StatusPagePreview
          draft={{ values: pageValues, branding, posts: [post] }}
          path={`posts/${post.publicId}`}
          text={texts('postPreviewText')}
        />
      </Suspense>
    </div>
  )
}

interface PostFormProps {
  readonly page: PostPage
  readonly loaded: LoadedPost | undefined
  /** The time zone of the times in the form. */
  readonly zone: string
  readonly values: PostValues
  readonly onChange: (change: Partial<PostValues>) => void
}

function PostForm({ page, loaded, zone, values, onChange }: PostFormProps) {
  const { t } = useI18n()
  const texts = useTexts(postTexts)
  const saving = useSavePost({ page, loaded, zone, values })
  const fieldErrors = new Map(useFieldErrors(saving.error))
  if (saving.error instanceof UnreadablePostTime) fieldErrors.set(saving.error.field, [t('maintenance.noTime')])
  const isReadOnly = loaded ? loaded.post.permissions?.update !== true : page.page.permissions?.create_posts !== true
  const { isDraft } = saving
  // Enter in a field submits the form, so that must not publish.
  const save = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    saving.mutate('save')
  }
  const failure = saving.error && (fieldErrors.size > 0 ? t('settings.fieldErrors') : errorText(saving.error))
  return (
    <form onSubmit={save} noValidate>
      <fieldset disabled={isReadOnly} className="grid gap-4">
        {loaded && <legend className="mb-3 text-lg font-semibold">{texts('details')}</legend>}
        <PostFields
          zone={zone}
          values={values}
          onChange={onChange}
          fieldErrors={fieldErrors}
          components={page.components}
          isNew={loaded === undefined}
          isStateFixed={saving.isStateFixed}
        />
        {!isReadOnly && (
          <div className="sticky bottom-0 z-10 flex flex-wrap items-center gap-2 border-t border-line bg-paper py-3">
            {isDraft && (
              <Button kind="primary" busy={saving.isPending} onClick={() => saving.mutate('publish')}>
                {texts('publish')}
              </Button>
            )}
            <Button type="submit" kind={isDraft ? 'secondary' : 'primary'} busy={saving.isPending}>
              {isDraft ? texts('saveDraft') : t('settings.save')}
            </Button>
            <CopyAsCurl requests={() => saving.requests(isDraft ? 'publish' : 'save')} />
            {loaded?.post.permissions?.delete && <DeletePost post={loaded.post} />}
            <p role="status" className="w-full text-failure empty:hidden">
              {failure}
            </p>
          </div>
        )}
      </fieldset>
    </form>
  )
}

function DeletePost({ post }: { readonly post: StatusPagePost }) {
  const texts = useTexts(postTexts)
  const queries = useQueryClient()
  const navigate = useNavigate()
  return (
    <div className="ml-auto">
      <DeleteButton
        size="normal"
        title={texts('deleteAsk', { name: post.title })}
        consequences={texts('deleteMeans')}
        doneMessage={texts('deleted')}
        deleteRecord={() => client.call('delete_status_page_post', { path: { _id: post.id } })}
        onDone={async () => {
          await navigate({
            to: '/status-pages/$id',
            params: { id: String(post.status_page_id) },
            ignoreBlocker: true,
          })
          return queries.invalidateQueries({ queryKey: statusPageKeys.all })
        }}
      />
    </div>
  )
}
