import { Combobox as Base } from '@base-ui/react/combobox'
import { ChoiceList } from './choice-list.tsx'
import { maxChoices } from './combobox.tsx'
import type { FieldIds } from './field.tsx'
import { useFormChange } from './form-change.ts'
import { Icon } from './icon.tsx'
import type { SelectOption } from './select.tsx'

interface ChipComboboxProps {
  readonly choices: readonly SelectOption[]
  readonly values: readonly string[]
  readonly onChange: (values: string[]) => void
  readonly placeholder: string
  readonly nothing: string
  /** The accessible name of the button that removes a choice. */
  readonly removeLabel: (name: string) => string
  readonly fieldIds: FieldIds
  readonly disabled?: boolean
}

/** Selects several choices of a long list by typing a part of their names. */
export function ChipCombobox(props: ChipComboboxProps) {
  const { choices, values, onChange, placeholder, nothing, removeLabel, fieldIds, disabled = false } = props
  const noticeChange = useFormChange()
  // A selected value that is no longer among the choices is kept, so that saving does not lose it.
  const byValue = new Map(choices.map((choice) => [choice.value, choice]))
  const chosen = values.map((value) => byValue.get(value) ?? { value, label: `#${value}` })
  return (
    <Base.Root
      multiple
      items={choices}
      limit={maxChoices}
      disabled={disabled}
      value={chosen}
      isItemEqualToValue={(one, other) => one.value === other.value}
      onValueChange={(next: SelectOption[], change) => {
        // Escape closes the list. A second Escape would remove all selected values; it is for the dialog around it.
        if (change.reason === 'escape-key') {
          change.cancel()
          change.allowPropagation()
          return
        }
        noticeChange()
        onChange(next.map(({ value }) => value))
      }}
    >
      <Base.Chips className="flex max-h-40 min-h-10 w-full flex-wrap items-center gap-1.5 overflow-y-auto rounded-md border border-edge bg-surface px-2 py-1.5 has-aria-invalid:border-failure has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-accent">
        {chosen.map(({ value, label }) => (
          <Base.Chip
            key={value}
            className="flex max-w-full items-center gap-1 rounded-[4px] bg-accent-soft pl-2 text-sm data-highlighted:outline-2 data-highlighted:outline-accent"
          >
            <span className="min-w-0 truncate">{label}</span>
            <Base.ChipRemove
              aria-label={removeLabel(label)}
              className="flex size-6 shrink-0 items-center justify-center rounded-[4px] text-muted hover:text-ink"
            >
              <Icon name="close" className="!size-3" />
            </Base.ChipRemove>
          </Base.Chip>
        ))}
        <Base.Input
          {...fieldIds}
          placeholder={chosen.length === 0 ? placeholder : ''}
          className="min-h-6 min-w-24 flex-1 bg-transparent outline-none"
        />
      </Base.Chips>
      <ChoiceList nothing={nothing} />
    </Base.Root>
  )
}
