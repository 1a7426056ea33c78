import type { FieldIds } from './field.tsx'

interface SliderProps {
  readonly fieldIds: FieldIds
  readonly value: number
  readonly minimum: number
  readonly maximum: number
  /** The formatted value. */
  readonly valueText: string
  readonly onChange: (value: number) => void
}

/** A slider for a number that is easier to drag than to type; the arrow keys change it too. */
export function Slider({ fieldIds, value, minimum, maximum, valueText, onChange }: SliderProps) {
  return (
    <div className="flex w-full items-center gap-3">
      <input
        {...fieldIds}
        type="range"
        min={minimum}
        max={maximum}
        value={value}
        aria-valuetext={valueText}
        onChange={(event) => onChange(Number(event.target.value))}
        className="h-8 grow accent-accent"
      />
      <output htmlFor={fieldIds.id} className="w-14 text-right font-medium">
        {valueText}
      </output>
    </div>
  )
}
