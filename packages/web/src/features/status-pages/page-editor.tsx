import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type SubmitEvent, useState } from 'react'
import { client, errorText } from '../../app/client/client.ts'
import { CopyAsCurl } from '../../app/forms/copy-as-curl.tsx'
import { DeleteButton } from '../../app/forms/delete-button.tsx'
import type { FieldErrors } from '../../app/forms/field-errors.ts'
import { useFieldErrors } from '../../app/forms/use-field-errors.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { Button } from '../../ui/button.tsx'
import { accessTexts } from './access-texts.ts'
import { ComponentList } from './component-list.tsx'
import { AccessFields } from './page-access.tsx'
import { PageAnnouncements } from './page-announcements.tsx'
import { PageBasics } from './page-basics.tsx'
import { DomainFields } from './page-domain.tsx'
import { PageLook } from './page-look.tsx'
import type { PagePart } from './page-part.ts'
import { PasswordTooShort } from './page-password.ts'
import { type StoredStatusPage, toStatusPageValues } from './page-values.ts'
import { shownBrandingQuery, statusPageKeys } from './queries.ts'
import { ComponentRejected, HalfSaved } from './save-page.ts'
import { EditorPreview, type ShownPreview } from './shown-preview.tsx'
import { statusPageTexts } from './texts.ts'
import { useSavePage } from './use-save-page.ts'

interface PageEditorProps {
  /** A page without an id is new. */
  readonly stored: StoredStatusPage
  readonly owner: number | undefined
  readonly isReadOnly: boolean
}

/** The form of a page, next to what visitors will see. */
export function StatusPageEditor({ stored, owner, isReadOnly }: PageEditorProps) {
  const { t, formats, language } = useI18n()
  const texts = useTexts(statusPageTexts)
  const [initialValues] = useState(() => toStatusPageValues(stored, { language, zone: formats.timeZone }))
  const [values, setValues] = useState(initialValues)
  const [shownPreview, setShownPreview] = useState<ShownPreview>('page')
  const { data: branding } = useQuery(shownBrandingQuery(owner))
  const saving = useSavePage({ stored, before: initialValues, after: values })
  const rejection = saving.error instanceof ComponentRejected ? saving.error : null
  const fieldErrors = usePageErrors(saving.error)
  const componentErrors = useFieldErrors(rejection?.cause ?? null)
  const part: PagePart = {
    values,
    fieldErrors,
    isReadOnly,
    onChange: (change) => setValues((current) => ({ ...current, ...change })),
  }
  const save = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    saving.mutate()
  }
  const failure = useFailureText(saving.error, fieldErrors.size > 0 || componentErrors.size > 0)
  return (
    <div className="grid items-start gap-x-8 gap-y-8 xl:grid-cols-[minmax(0,5fr)_minmax(0,4fr)]">
      <form onSubmit={save} noValidate className="grid min-w-0 gap-8">
        {isReadOnly && <p className="text-muted">{t('settings.readOnly')}</p>}
        <PageBasics {...part} />
        <ComponentList
          components={values.components}
          onChange={(components) => part.onChange({ components })}
          rejected={rejection && { key: rejection.key, fieldErrors: componentErrors }}
          isReadOnly={isReadOnly}
        />
        <AccessFields
          {...part}
          page={stored.page}
          owner={owner}
          password={saving.password}
          onPassword={saving.setPassword}
        />
        <DomainFields {...part} pageId={stored.page?.id} />
        <PageAnnouncements {...part} onShow={setShownPreview} />
        <PageLook {...part} inheritedColour={branding?.accent_colour ?? '#1f5bc4'} />
        {!isReadOnly && (
          <div className="sticky bottom-0 z-10 flex flex-wrap items-center gap-2 border-t border-line bg-paper py-3">
            <Button type="submit" kind="primary" busy={saving.isPending}>
              {stored.page ? t('settings.save') : texts('create')}
            </Button>
            <CopyAsCurl requests={() => saving.requests()} />
            <DeletePage stored={stored} />
            <p role="status" className="w-full text-failure empty:hidden">
              {failure}
            </p>
          </div>
        )}
      </form>
      <EditorPreview values={values} branding={branding} shown={shownPreview} onShow={setShownPreview} />
    </div>
  )
}

/** The errors at the fields of the page itself; those of components are shown at the components. */
function usePageErrors(error: Error | null): FieldErrors {
  const { t } = useI18n()
  const cause = error instanceof HalfSaved ? error.cause : error
  const found = useFieldErrors(error instanceof ComponentRejected ? null : cause)
  return error instanceof PasswordTooShort ? new Map([['password', [t('empty.new_password')]]]) : found
}

/** Says why the page is not saved completely, and which parts of it are saved. */
function useFailureText(error: Error | null, isAtField: boolean): string | null {
  const { t } = useI18n()
  const texts = useTexts(accessTexts)
  if (error instanceof HalfSaved)
    return `${texts(`half.${error.saved}`)} ${isAtField ? texts('saveAgain') : errorText(error.cause)}`
  return error && (isAtField ? t('settings.fieldErrors') : errorText(error))
}

function DeletePage({ stored: { page } }: { readonly stored: StoredStatusPage }) {
  const texts = useTexts(statusPageTexts)
  const queries = useQueryClient()
  const navigate = useNavigate()
  const id = page?.id
  if (id === undefined || !page?.permissions?.delete) return null
  return (
    <div className="ml-auto">
      <DeleteButton
        size="normal"
        text={texts('deletePage')}
        title={texts('deleteAsk', { name: page.title ?? '' })}
        consequences={texts('deleteMeans')}
        doneMessage={texts('deleted')}
        deleteRecord={() => client.call('delete_status_page', { path: { _id: id } })}
        onDone={async () => {
          await navigate({ to: '/status-pages', ignoreBlocker: true })
          return queries.invalidateQueries({ queryKey: statusPageKeys.all })
        }}
      />
    </div>
  )
}
