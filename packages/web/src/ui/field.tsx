import { type ReactNode, useId } from 'react'

/** Properties that connect the input of a field with its label, hint and errors. */
export interface FieldIds {
  readonly id: string
  readonly 'aria-describedby'?: string
  readonly 'aria-invalid'?: true
}

interface FieldProps {
  readonly label: string
  readonly hint?: ReactNode
  /** The field errors of the API, in the language of the user. */
  readonly fieldErrors?: readonly string[] | undefined
  /** Shows the label after the input on the same line, for checkboxes. */
  readonly isBeside?: true
  readonly children: (fieldIds: FieldIds) => ReactNode
}

/** A label, its input, a hint and the field errors. */
export function FormField({ label, hint, fieldErrors = [], isBeside, children }: FieldProps) {
  const id = useId()
  const notes = [...(hint ? [`${id}-hint`] : []), ...(fieldErrors.length > 0 ? [`${id}-error`] : [])]
  const input = children({
    id,
    ...(notes.length > 0 && { 'aria-describedby': notes.join(' ') }),
    ...(fieldErrors.length > 0 && { 'aria-invalid': true as const }),
  })
  return (
    <div className="grid min-w-0 content-start justify-items-start gap-1.5">
      <div className={isBeside ? 'flex flex-row-reverse items-center gap-2.5' : 'contents'}>
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        {input}
      </div>
      {fieldErrors.length > 0 && (
        <p id={`${id}-error`} role="alert" className="text-sm text-failure">
          <span aria-hidden="true">▲ </span>
          {fieldErrors.join(' ')}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className={`text-sm text-muted ${isBeside ? 'pl-7' : ''}`}>
          {hint}
        </p>
      )}
    </div>
  )
}
