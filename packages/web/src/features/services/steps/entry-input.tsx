import { inputClass } from '../../../ui/text-input.tsx'

interface EntryInputProps {
  readonly label: string
  readonly value: string
  readonly onChange: (text: string) => void
  readonly placeholder?: string
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
  isNumber = false,
  isCode = false,
  invalid = false,
  list,
}: EntryInputProps) {
  return (
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
      className={`${inputClass} min-w-32 !w-auto grow basis-40 ${isCode ? 'font-mono text-sm' : ''}`}
    />
  )
}
