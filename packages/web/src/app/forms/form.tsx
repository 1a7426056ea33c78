import type { UseMutationResult } from '@tanstack/react-query'
import type { ReactNode, SubmitEvent } from 'react'
import { Button } from '../../ui/button.tsx'
import { FormChange } from '../../ui/form-change.ts'
import { errorText } from '../client/client.ts'
import { CopyAsCurl } from './copy-as-curl.tsx'
import type { SendMutation } from './sending.ts'
import { useTouched } from './unsaved.ts'
import { useFieldErrors } from './use-field-errors.ts'

interface FormProps {
  readonly submit: string
  readonly mutation: Pick<UseMutationResult<unknown, Error, FormData>, 'mutate' | 'isPending' | 'error'> &
    Partial<Pick<SendMutation<unknown, FormData>, 'requests'>>
  readonly children: (getFieldErrors: (field: string) => readonly string[]) => ReactNode
  /** The fields in the form; errors of all other fields are shown above it. */
  readonly fields: readonly string[]
  /** Whether the user is asked before leaving the page discards what was entered. */
  readonly isGuarded?: boolean
  /** Called when something is entered, for a dialog that guards the form. */
  readonly onChange?: () => void
  /** Shows a smaller button, for forms among other content. */
  readonly isInline?: boolean
}

/** A form that shows the field errors of the API next to their fields. */
export function Form({ submit, mutation, children, fields, isInline = false, isGuarded = false, onChange }: FormProps) {
  const { requests } = mutation
  const fieldErrors = useFieldErrors(mutation.error)
  const otherErrors = [...fieldErrors].filter(([field]) => !fields.includes(field)).flatMap(([, messages]) => messages)
  const generalErrors = mutation.error && fieldErrors.size === 0 ? [errorText(mutation.error)] : otherErrors
  const { onChange: markTouched, reset } = useTouched()
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    mutation.mutate(new FormData(event.currentTarget), { onSuccess: reset })
  }
  const form = (
    <form onSubmit={send} onChange={isGuarded ? markTouched : onChange} className="grid gap-4" noValidate>
      <div role="alert" className="empty:hidden">
        {generalErrors.length > 0 && (
          <p className="rounded-md border border-failure bg-failure-soft px-3 py-2 text-failure">
            <span aria-hidden="true">▲ </span>
            {generalErrors.join(' ')}
          </p>
        )}
      </div>
      {children((field) => fieldErrors.get(field) ?? [])}
      <div className={`flex items-center gap-3 ${isInline ? 'flex-wrap' : ''}`}>
        <Button type="submit" kind="primary" busy={mutation.isPending} className={isInline ? '' : 'grow'}>
          {submit}
        </Button>
        {requests && <CopyAsCurl requests={(form) => form && requests(new FormData(form))} />}
      </div>
    </form>
  )
  return isGuarded ? <FormChange value={markTouched}>{form}</FormChange> : form
}

/** Returns the value of a form field. */
export const readFieldText = (form: FormData, name: string): string => String(form.get(name) ?? '')
