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
 * entered; the Cancel button does not ask. In a form that stays open after saving it is named Close, because it takes
 * back nothing.
 */
export function FormDialog(props: FormDialogProps) {
  const { title, description, submit, fields, mutation, isSaved, onClose, children } = props
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
    <GuardedDialog title={title} description={description} isSaved={isSaved ?? false} onClose={onClose}>
      {(onChange) => (
        <form onSubmit={send} onChange={onChange} noValidate className="flex flex-col gap-4">
          <div role="alert" className="empty:hidden">
            {generalErrors.length > 0 && (
              <p className="text-failure">
                <span aria-hidden="true">▲ </span>
                {generalErrors.join(' ')}
              </p>
            )}
          </div>
          {children((field) => fieldErrors.get(field) ?? [])}
          {/* Stays visible while a long form scrolls; the shadow shows that more follows below. */}
          <div className="sticky -bottom-5 -mb-5 flex flex-wrap items-center justify-end gap-2 bg-raised pb-5 shadow-[0_-0.75rem_0.75rem_var(--raised)]">
            <CopyAsCurl requests={() => mutation.requests()} />
            <Button kind="quiet" onClick={onClose}>
              {t(isSaved === undefined ? 'common.cancel' : 'common.close')}
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
