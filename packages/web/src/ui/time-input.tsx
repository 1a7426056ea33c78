import type { KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import type { FieldIds } from './field.tsx'
import { inputClass } from './text-input.tsx'
import { parseLooseTime, shiftClock } from './typed-time.ts'

interface TimeInputProps {
  readonly fieldIds: FieldIds
  /** 22:00, or what has been typed so far. */
  readonly value: string
  readonly onChange: (value: string) => void
  /** Shown while the field is empty, such as HH:MM. */
  readonly format: string
}

/** A time of the day by the 24-hour clock. The arrow keys change the part with the caret. */
export function TimeInput({ fieldIds, value, onChange, format }: TimeInputProps) {
  const read = parseLooseTime(value)
  const step = (event: KeyboardEvent<HTMLInputElement>) => {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key]
    if (by === undefined || read === undefined) return
    event.preventDefault()
    const { currentTarget } = event
    const caret = currentTarget.selectionStart ?? 0
    flushSync(() => onChange(shiftClock(read, caret, by)))
    currentTarget.setSelectionRange(caret, caret)
  }
  return (
    <input
      {...fieldIds}
      type="text"
      inputMode="numeric"
      autoComplete="off"
      placeholder={format}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onBlur={() => read !== undefined && read !== value && onChange(read)}
      onKeyDown={step}
      className={inputClass}
    />
  )
}
