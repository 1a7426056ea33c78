import { type ReactNode, useId } from 'react'

/** What the input inside a field takes over, so that its label, hint and fault belong to it. */
export interface FieldIds {
  readonly id: string
  readonly 'aria-describedby'?: string
  readonly 'aria-invalid'?: true
}

interface FieldProps {
  readonly label: string
  readonly hint?: ReactNode
  /** What the API said against this field, in the reader's language. */
  readonly faults?: readonly string[] | undefined
  /** A box to tick stands before its label, on the same line. */
  readonly isBeside?: true
  readonly children: (described: FieldIds) => ReactNode
}

/** A label, the input, what helps to fill it in, and what is wrong with it. */
export function FormField({ label, hint, faults = [], isBeside, children }: FieldProps) {
  const id = useId()
  const notes = [...(hint ? [`${id}-hint`] : []), ...(faults.length > 0 ? [`${id}-fault`] : [])]
  const input = children({
    id,
    ...(notes.length > 0 && { 'aria-describedby': notes.join(' ') }),
    ...(faults.length > 0 && { 'aria-invalid': true as const }),
  })
  return (
    <div className="grid min-w-0 content-start justify-items-start gap-1.5">
      <div className={isBeside ? 'flex flex-row-reverse items-center gap-2.5' : 'contents'}>
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        {input}
      </div>
      {faults.length > 0 && (
        <p id={`${id}-fault`} className="text-sm text-failure">
          <span aria-hidden="true">▲ </span>
          {faults.join(' ')}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
    </div>
  )
}
