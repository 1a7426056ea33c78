import { Combobox as Base } from '@base-ui/react/combobox'
import { ChoiceList } from './choice-list.tsx'
import type { FieldIds } from './field.tsx'
import { useFormChange } from './form-change.ts'
import { Icon } from './icon.tsx'
import type { SelectOption } from './select.tsx'
import { inputClass } from './text-input.tsx'

interface ComboboxProps {
  readonly choices: readonly SelectOption[]
  readonly value: string | null
  readonly onChoose: (value: string | null) => void
  readonly placeholder?: string
  readonly nothing: string
  readonly fieldIds?: FieldIds
  /** The accessible name, if it is not inside a field. */
  readonly label?: string
  readonly disabled?: boolean
}

/** The maximum number of choices shown; typing more of the name narrows them down. */
export const maxChoices = 100

/** Selects one of many choices by typing a part of its name. */
export function Combobox(props: ComboboxProps) {
  const { choices, value, onChoose, placeholder, nothing, fieldIds, label, disabled = false } = props
  const noticeChange = useFormChange()
  return (
    <Base.Root
      items={choices}
      limit={maxChoices}
      disabled={disabled}
      value={choices.find((choice) => choice.value === value) ?? null}
      onInputValueChange={(_, change) => {
        // Escape closes the list. A second Escape would remove the selected value; it is for the dialog around it.
        if (change.reason !== 'escape-key') return
        change.cancel()
        change.allowPropagation()
      }}
      onValueChange={(choice: SelectOption | null, change) => {
        if (change.isCanceled) return
        noticeChange()
        onChoose(choice?.value ?? null)
      }}
    >
      <div className="relative w-full">
        <Base.Input
          {...fieldIds}
          {...(label !== undefined && { 'aria-label': label })}
          {...(placeholder !== undefined && { placeholder })}
          className={`${inputClass} pr-9`}
        />
        <Icon name="down" className="pointer-events-none absolute top-3 right-3 text-muted" />
      </div>
      <ChoiceList nothing={nothing} />
    </Base.Root>
  )
}
