import type { ComponentProps } from 'react'
import { inputClass } from './text-input.tsx'

export interface SelectOption {
  readonly value: string
  readonly label: string
}

interface SelectProps extends Omit<ComponentProps<'select'>, 'onChange' | 'children'> {
  readonly choices: readonly SelectOption[]
  readonly onChoose: (value: string) => void
}

/** The native select element, which every phone and screen reader supports. */
export function Select({ choices, onChoose, className = '', ...rest }: SelectProps) {
  return (
    <select {...rest} onChange={(event) => onChoose(event.target.value)} className={`${inputClass} ${className}`}>
      {choices.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  )
}
