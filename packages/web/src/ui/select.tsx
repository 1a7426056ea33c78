import type { ComponentProps } from 'react'
import { inputClass } from './text-input.tsx'

export interface SelectOption {
  readonly value: string
  readonly label: string
}

/** Options under a common heading. */
interface SelectGroup {
  readonly label: string
  readonly choices: readonly SelectOption[]
}

interface SelectProps extends Omit<ComponentProps<'select'>, 'onChange' | 'children'> {
  readonly choices: readonly (SelectOption | SelectGroup)[]
  readonly onChoose: (value: string) => void
}

/** The native select element, which every phone and screen reader supports. */
export function Select({ choices, onChoose, className = '', ...rest }: SelectProps) {
  return (
    <select {...rest} onChange={(event) => onChoose(event.target.value)} className={`${inputClass} ${className}`}>
      {choices.map((each) =>
        'choices' in each ? (
          <optgroup key={each.label} label={each.label}>
            {each.choices.map(toOption)}
          </optgroup>
        ) : (
          toOption(each)
        ),
      )}
    </select>
  )
}

const toOption = ({ value, label }: SelectOption) => (
  <option key={value} value={value}>
    {label}
  </option>
)
