import { type KeyboardEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { DayPicker, type DayPickerTexts } from './day-picker.tsx'
import type { FieldIds } from './field.tsx'
import { useFormChange } from './form-change.ts'
import { Icon } from './icon.tsx'
import { inputClass } from './text-input.tsx'
import { parseDateTime, parseLooseDateTime, shiftDateTime } from './typed-time.ts'

export interface DateTimeTexts extends DayPickerTexts {
  /** Shown while the field is empty, such as YYYY-MM-DD HH:MM. */
  readonly format: string
  readonly open: string
}

interface DateTimeInputProps {
  readonly fieldIds: FieldIds
  /** 2026-11-15T22:00, or what has been typed so far. */
  readonly value: string
  readonly onChange: (value: string) => void
  readonly texts: DateTimeTexts
}

/**
 * An input for a date and a time in one fixed format with a 24-hour clock; native inputs follow the locale of the
 * browser, not the language of the page. The arrow keys change the part at the caret, and a calendar selects the day.
 */
export function DateTimeInput({ fieldIds, value, onChange: onValue, texts }: DateTimeInputProps) {
  const noticeChange = useFormChange()
  const onChange = (next: string) => {
    noticeChange()
    onValue(next)
  }
  const input = useRef<HTMLInputElement>(null)
  const [isOpen, setOpen] = useState(false)
  const parsedValue = parseDateTime(value)
  const changeText = (text: string) => onChange(parseDateTime(text) ?? text)
  const normalize = () => {
    const parsed = parseLooseDateTime(value)
    if (parsed !== undefined && parsed !== parsedValue) onChange(parsed)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // Enter sends the form without leaving the field, so what was typed is completed first.
    if (event.key === 'Enter') flushSync(normalize)
    else changeByKey(event)
  }
  const changeByKey = (event: KeyboardEvent<HTMLInputElement>) => {
    const delta = { ArrowUp: 1, ArrowDown: -1 }[event.key]
    if (delta === undefined || parsedValue === undefined) return
    event.preventDefault()
    const { currentTarget } = event
    const caret = currentTarget.selectionStart ?? 0
    flushSync(() => onChange(shiftDateTime(parsedValue, caret, delta)))
    // Setting a value moves the caret to the end; the next press must change the same part again.
    currentTarget.setSelectionRange(caret, caret)
  }
  const close = () => {
    setOpen(false)
    input.current?.focus()
  }
  return (
    <div className="relative w-full">
      <input
        {...fieldIds}
        ref={input}
        type="text"
        autoComplete="off"
        spellCheck={false}
        placeholder={texts.format}
        value={value.replace('T', ' ')}
        onChange={(event) => changeText(event.target.value)}
        onBlur={normalize}
        onKeyDown={onKeyDown}
        className={`${inputClass} pr-10`}
      />
      <button
        type="button"
        aria-label={texts.open}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="absolute inset-y-0.5 right-0.5 grid w-9 place-items-center rounded-md text-muted hover:bg-sunken"
      >
        <Icon name="maintenance" />
      </button>
      {isOpen && (
        <DayPicker
          chosen={parsedValue?.slice(0, 10)}
          texts={texts}
          onClose={close}
          onChoose={(day) => {
            onChange(`${day}T${parsedValue?.slice(11) ?? '00:00'}`)
            close()
          }}
        />
      )}
    </div>
  )
}
