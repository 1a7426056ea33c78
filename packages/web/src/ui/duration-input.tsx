import { useState } from 'react'
import { type DurationUnit, durationUnits, findFittingUnit, formatAmount, toSeconds } from './duration.ts'
import type { FieldIds } from './field.tsx'
import { inputClass } from './text-input.tsx'

interface DurationInputProps {
  /** Seconds; NaN while the text is not readable. */
  readonly seconds: number
  readonly onChange: (seconds: number) => void
  readonly unitLabel: string
  readonly unitNames: Readonly<Record<DurationUnit, string>>
  readonly fieldIds: FieldIds
  readonly disabled?: boolean
}

/** A number and a unit: 15 minutes, 2 hours. */
export function DurationInput(props: DurationInputProps) {
  const { seconds, onChange, unitLabel, unitNames, fieldIds, disabled = false } = props
  const [unit, setUnit] = useState<DurationUnit>(() => findFittingUnit(seconds))
  const [text, setText] = useState(() => formatAmount(unit, seconds))
  // If the value changed from outside, show the new value.
  const isTextCurrent =
    toSeconds(text, unit) === seconds || (Number.isNaN(toSeconds(text, unit)) && Number.isNaN(seconds))
  const shownUnit = isTextCurrent ? unit : findFittingUnit(seconds)
  const shownText = isTextCurrent ? text : formatAmount(shownUnit, seconds)
  const change = (nextText: string, nextUnit: DurationUnit) => {
    setText(nextText)
    setUnit(nextUnit)
    onChange(toSeconds(nextText, nextUnit))
  }
  return (
    <div className="flex gap-2">
      <input
        {...fieldIds}
        type="text"
        inputMode="decimal"
        disabled={disabled}
        value={shownText}
        onChange={(event) => change(event.target.value, shownUnit)}
        className={`${inputClass} !w-20`}
      />
      <select
        aria-label={unitLabel}
        disabled={disabled}
        value={shownUnit}
        onChange={(event) => change(shownText, durationUnits.find((each) => each === event.target.value) ?? shownUnit)}
        className={`${inputClass} !w-auto`}
      >
        {durationUnits.map((each) => (
          <option key={each} value={each}>
            {unitNames[each]}
          </option>
        ))}
      </select>
    </div>
  )
}
