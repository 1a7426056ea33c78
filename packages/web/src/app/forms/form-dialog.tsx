import type { ReactNode, SubmitEvent } from 'react'
import { Button } from '../../ui/button.tsx'
import { errorText } from '../client/client.ts'
import { useI18n } from '../i18n/language.tsx'
import { CopyAsCurl } from './copy-as-curl.tsx'
import { GuardedDialog } from './guarded-dialog.tsx'
import type { SendMutation } from './sending.ts'
import { useFieldErrors } from './use-field-errors.ts'

interface FormDialogProps {
  readonly title: string
  readonly description?: ReactNode
  readonly submit: string
  /** The fields in the form; errors of all other fields are shown above it. */
  readonly fields: readonly string[]
  readonly mutation: Pick<SendMutation<unknown, void>, 'mutate' | 'isPending' | 'error' | 'requests'>
  /** Whether nothing that was entered is left to be saved, for a form that stays open after saving. */
  readonly isSaved?: boolean
  readonly onClose: () => void
  readonly children: (getFieldErrors: (field: string) => readonly string[]) => ReactNode
}

/**
 * A dialog with a short form. Errors are shown at their fields. Escape and the cross ask before they discard what was
 * entered; the Cancel button does not ask.
 */
export function FormDialog(props: FormDialogProps) {
  const { title, description, submit, fields, mutation, isSaved = false, onClose, children } = props
  const { t } = useI18n()
  const fieldErrors = useFieldErrors(mutation.error)
  const otherErrors = [...fieldErrors].filter(([field]) => !fields.includes(field)).flatMap(([, messages]) => messages)
  const generalErrors = mutation.error && fieldErrors.size === 0 ? [errorText(mutation.error)] : otherErrors
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    // If another form has opened this dialog, that form must not be submitted too.
    event.stopPropagation()
    mutation.mutate()
  }
  return (
    <GuardedDialog title={title} description={description} isSaved={isSaved} onClose={onClose}>
      {(onChange) => (
        <form onSubmit={send} onChange={onChange} noValidate className="grid gap-4">
          <div role="alert" className="empty:hidden">
            {generalErrors.length > 0 && (
              <p className="text-failure">
                <span aria-hidden="true">▲ </span>
                {generalErrors.join(' ')}
              </p>
            )}
          </div>
          {children((field) => fieldErrors.get(field) ?? [])}
          <div className="flex flex-wrap items-center justify-end gap-2">
            <CopyAsCurl requests={() => mutation.requests()} />
            <Button kind="quiet" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" kind="primary" busy={mutation.isPending}>
              {submit}
            </Button>
          </div>
        </form>
      )}
    </GuardedDialog>
  )
}
