interface Preset {
  readonly value: string
  readonly name: string
}

interface PresetButtonsProps {
  readonly label: string
  readonly presets: readonly Preset[]
  /** Whether a preset is the current value. */
  readonly isSet: (value: string) => boolean
  readonly onChoose: (value: string) => void
}

/** Common values, each set with one click. */
export function PresetButtons({ label, presets, isSet, onChoose }: PresetButtonsProps) {
  if (presets.length === 0) return null
  return (
    <ul aria-label={label} className="flex flex-wrap gap-1.5">
      {presets.map(({ value, name }) => (
        <li key={value}>
          <button
            type="button"
            aria-pressed={isSet(value)}
            onClick={() => onChoose(value)}
            className="min-h-7 rounded-full border border-line bg-surface px-2.5 text-sm hover:bg-sunken aria-pressed:border-accent aria-pressed:bg-accent-soft"
          >
            {name}
          </button>
        </li>
      ))}
    </ul>
  )
}
