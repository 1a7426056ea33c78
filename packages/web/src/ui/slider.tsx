import type { FieldIds } from './field.tsx'

interface SliderProps {
  readonly fieldIds: FieldIds
  readonly value: number
  readonly minimum: number
  readonly maximum: number
  /** The formatted value. */
  readonly word: string
  readonly onChange: (value: number) => void
}

/** A number that is felt rather than typed: drag it, or use the arrow keys. */
export function Slider({ fieldIds, value, minimum, maximum, word, onChange }: SliderProps) {
  return (
    <div className="flex w-full items-center gap-3">
      <input
        {...fieldIds}
        type="range"
        min={minimum}
        max={maximum}
        value={value}
        aria-valuetext={word}
        onChange={(event) => onChange(Number(event.target.value))}
        className="h-8 grow accent-accent"
      />
      <output htmlFor={fieldIds.id} className="w-14 text-right font-medium">
        {word}
      </output>
    </div>
  )
}
