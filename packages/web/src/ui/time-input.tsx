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

/** An input for a time of day with a 24-hour clock. The arrow keys change the part at the caret. */
export function TimeInput({ fieldIds, value, onChange, format }: TimeInputProps) {
  const parsed = parseLooseTime(value)
  const changeByKey = (event: KeyboardEvent<HTMLInputElement>) => {
    const delta = { ArrowUp: 1, ArrowDown: -1 }[event.key]
    if (delta === undefined || parsed === undefined) return
    event.preventDefault()
    const { currentTarget } = event
    const caret = currentTarget.selectionStart ?? 0
    flushSync(() => onChange(shiftClock(parsed, caret, delta)))
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
      onBlur={() => parsed !== undefined && parsed !== value && onChange(parsed)}
      onKeyDown={changeByKey}
      className={inputClass}
    />
  )
}
