import { inputClass } from '../../../ui/text-input.tsx'

interface EntryInputProps {
  readonly label: string
  readonly value: string
  readonly onChange: (text: string) => void
  readonly placeholder?: string
  /** Shown in front of the text, if the row has several inputs whose values do not distinguish them. */
  readonly prefix?: string
  readonly isNumber?: boolean
  /** Set in the typeface of code. */
  readonly isCode?: boolean
  readonly invalid?: boolean
  /** The id of a list of suggestions. */
  readonly list?: string
}

/** An input in a row of a step; its placeholder says what belongs there. */
export function EntryInput({
  label,
  value,
  onChange,
  placeholder,
  prefix,
  isNumber = false,
  isCode = false,
  invalid = false,
  list,
}: EntryInputProps) {
  const renderInput = (className: string) => (
    <input
      type="text"
      aria-label={label}
      aria-invalid={invalid || undefined}
      placeholder={placeholder}
      value={value}
      list={list}
      inputMode={isNumber ? 'numeric' : 'text'}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      onChange={(event) => onChange(event.target.value)}
      className={`${className} ${isCode ? 'font-mono text-sm' : ''}`}
    />
  )
  if (prefix === undefined) return renderInput(`${inputClass} ${layoutClass}`)
  return (
    <span
      className={`${inputClass} ${layoutClass} flex items-center gap-2 !pr-0 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent ${invalid ? '!border-failure' : ''}`}
    >
      <span aria-hidden="true" className="shrink-0 text-sm text-muted">
        {prefix}
      </span>
      {renderInput(
        'min-h-[calc(var(--control)-2px)] min-w-0 grow rounded-r-md bg-transparent pr-3 text-ink outline-none',
      )}
    </span>
  )
}

const layoutClass = 'min-w-32 !w-auto grow basis-40'
