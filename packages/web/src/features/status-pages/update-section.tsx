import { useQueryClient } from '@tanstack/react-query'
import type { StatusPageUpdate } from '@wachta/client'
import { type Dispatch, type SetStateAction, type SubmitEvent, useState } from 'react'
import { client, errorText } from '../../app/client/client.ts'
import { CopyAsCurl } from '../../app/forms/copy-as-curl.tsx'
import { DeleteButton } from '../../app/forms/delete-button.tsx'
import { FormDialog } from '../../app/forms/form-dialog.tsx'
import { useSending } from '../../app/forms/sending.ts'
import { useUnsavedMark } from '../../app/forms/unsaved.ts'
import { useFieldErrors } from '../../app/forms/use-field-errors.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { Button } from '../../ui/button.tsx'
import { FormField } from '../../ui/field.tsx'
import { ScreenSection } from '../../ui/section.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea } from '../../ui/text-input.tsx'
import { showToast } from '../../ui/toast.tsx'
import type { LoadedPost } from './post-part.ts'
import { type ShownPostKind, type ShownPostState, statesByKind } from './post-states.ts'
import { postTexts } from './post-texts.ts'
import { statusPageKeys } from './queries.ts'
import { omitSentText, type UpdateDraft } from './update-draft.ts'

interface UpdateSectionProps {
  readonly loaded: LoadedPost
  readonly draft: UpdateDraft
  readonly onChange: Dispatch<SetStateAction<UpdateDraft>>
}

/** The updates of a post, the newest first, below the form of the next update. */
export function UpdateSection({ loaded, draft, onChange }: UpdateSectionProps) {
  const texts = useTexts(postTexts)
  const { post, updates } = loaded
  return (
    <ScreenSection title={texts('updates')} {...(post.is_draft && { text: texts('updatesOfDraft') })}>
      <div className="grid gap-5">
        {post.permissions?.create_updates && <NewUpdate loaded={loaded} draft={draft} onChange={onChange} />}
        {updates.length === 0 ? (
          <p className="text-muted">{texts('noUpdates')}</p>
        ) : (
          <ol aria-label={texts('updates')} className="grid gap-4 border-l-2 border-line pl-4">
            {updates.map((update) => (
              <UpdateItem key={update.id} update={update} kind={post.kind} />
            ))}
          </ol>
        )}
      </div>
    </ScreenSection>
  )
}

function NewUpdate({ loaded: { post }, draft, onChange }: UpdateSectionProps) {
  const { t } = useI18n()
  const texts = useTexts(postTexts)
  const queries = useQueryClient()
  useUnsavedMark(draft.text.trim() !== '')
  const saving = useSending({
    send: (requestClient) => requestClient.call('create_status_page_update', { body: { post_id: post.id, ...draft } }),
    onSuccess: () => {
      onChange((current) => omitSentText(current, draft))
      showToast(texts('updateAdded'))
      return queries.invalidateQueries({ queryKey: statusPageKeys.all })
    },
  })
  const fieldErrors = useFieldErrors(saving.error)
  const save = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    saving.mutate()
  }
  return (
    <form onSubmit={save} noValidate className="grid gap-4">
      <UpdateFields
        kind={post.kind}
        draft={draft}
        onChange={onChange}
        getFieldErrors={(field) => fieldErrors.get(field) ?? []}
      />
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" kind="primary" busy={saving.isPending}>
          {texts('addUpdate')}
        </Button>
        <CopyAsCurl requests={() => saving.requests()} />
        <p role="status" className="w-full text-failure empty:hidden">
          {saving.error && (fieldErrors.size > 0 ? t('settings.fieldErrors') : errorText(saving.error))}
        </p>
      </div>
    </form>
  )
}

interface UpdateFieldsProps {
  readonly kind: ShownPostKind
  readonly draft: UpdateDraft
  readonly onChange: (draft: UpdateDraft) => void
  readonly getFieldErrors: (field: string) => readonly string[]
}

function UpdateFields({ kind, draft, onChange, getFieldErrors }: UpdateFieldsProps) {
  const texts = useTexts(postTexts)
  return (
    <>
      <FormField label={texts('updateState')} fieldErrors={getFieldErrors('state')}>
        {(fieldIds) => (
          <Select
            {...fieldIds}
            className="sm:!w-64"
            value={draft.state}
            choices={statesByKind[kind].map((value) => ({ value, label: texts(`state.${value}`) }))}
            onChoose={(state) => onChange({ ...draft, state: state as ShownPostState })}
          />
        )}
      </FormField>
      <FormField label={texts('updateText')} hint={texts('textHint')} fieldErrors={getFieldErrors('text')}>
        {(fieldIds) => (
          <TextArea
            {...fieldIds}
            rows={4}
            value={draft.text}
            onChange={(event) => onChange({ ...draft, text: event.target.value })}
          />
        )}
      </FormField>
    </>
  )
}

function UpdateItem({ update, kind }: { readonly update: StatusPageUpdate; readonly kind: ShownPostKind }) {
  const { formats } = useI18n()
  const texts = useTexts(postTexts)
  const queries = useQueryClient()
  const [isEditing, setEditing] = useState(false)
  const time = formats.dateTime(update.time)
  return (
    <li className="grid gap-1">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p>
          <strong className="font-medium">{texts(`state.${update.state}`)}</strong>{' '}
          <time dateTime={update.time} className="text-sm text-muted">
            {time}
          </time>
        </p>
        <div className="flex gap-2">
          {update.permissions?.update && (
            <Button size="small" aria-label={texts('editUpdateOf', { time })} onClick={() => setEditing(true)}>
              {texts('edit')}
            </Button>
          )}
          {update.permissions?.delete && (
            <DeleteButton
              label={texts('deleteUpdateOf', { time })}
              title={texts('deleteUpdateAsk')}
              consequences={texts('deleteUpdateMeans')}
              doneMessage={texts('updateDeleted')}
              deleteRecord={() => client.call('delete_status_page_update', { path: { _id: update.id } })}
              onDone={() => queries.invalidateQueries({ queryKey: statusPageKeys.all })}
            />
          )}
        </div>
      </div>
      <p className="max-w-prose whitespace-pre-line wrap-anywhere">{update.text}</p>
      {isEditing && <EditUpdate update={update} kind={kind} onClose={() => setEditing(false)} />}
    </li>
  )
}

interface EditUpdateProps {
  readonly update: StatusPageUpdate
  readonly kind: ShownPostKind
  readonly onClose: () => void
}

function EditUpdate({ update, kind, onClose }: EditUpdateProps) {
  const { t } = useI18n()
  const texts = useTexts(postTexts)
  const queries = useQueryClient()
  const [draft, setDraft] = useState<UpdateDraft>({ state: update.state, text: update.text })
  const mutation = useSending({
    send: (requestClient) => requestClient.call('update_status_page_update', { path: { _id: update.id }, body: draft }),
    onSuccess: () => {
      showToast(texts('updateSaved'))
      onClose()
      return queries.invalidateQueries({ queryKey: statusPageKeys.all })
    },
  })
  return (
    <FormDialog
      title={texts('editUpdate')}
      submit={t('settings.save')}
      fields={['state', 'text']}
      mutation={mutation}
      onClose={onClose}
    >
      {(getFieldErrors) => (
        <UpdateFields kind={kind} draft={draft} onChange={setDraft} getFieldErrors={getFieldErrors} />
      )}
    </FormDialog>
  )
}
