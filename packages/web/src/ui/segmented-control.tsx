import { useId } from 'react'

interface SegmentedControlProps<T extends string> {
  readonly label: string
  readonly choices: readonly { readonly value: T; readonly label: string }[]
  readonly value: T
  readonly onChoose: (value: T) => void
}

/** A choice of a few values in a row, such as time ranges; the arrow keys move between them. */
export function SegmentedControl<T extends string>({ label, choices, value, onChoose }: SegmentedControlProps<T>) {
  const name = useId()
  return (
    <fieldset className="inline-flex rounded-md border border-edge bg-surface p-0.5">
      <legend className="sr-only">{label}</legend>
      {choices.map((choice) => (
        <label
          key={choice.value}
          className="flex min-h-[calc(var(--control)-6px)] cursor-pointer items-center rounded-[4px] px-2.5 text-sm whitespace-nowrap text-muted has-checked:bg-accent has-checked:font-medium has-checked:text-accent-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name={name}
            checked={choice.value === value}
            onChange={() => onChoose(choice.value)}
            className="sr-only"
          />
          {choice.label}
        </label>
      ))}
    </fieldset>
  )
}
