import type { Ref } from 'react'
import { Icon } from './icon.tsx'
import { inputClass } from './text-input.tsx'

interface SearchBoxProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly ref?: Ref<HTMLInputElement>
  readonly className?: string
}

export function SearchBox({ label, value, onChange, ref, className = '' }: SearchBoxProps) {
  return (
    <div className={`relative ${className}`}>
      <Icon name="search" className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-muted" />
      <input
        ref={ref}
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          // Keep the text, which browsers would clear: the user leaves the field to use keys in the list of results.
          event.preventDefault()
          event.currentTarget.blur()
        }}
        className={`${inputClass} pl-9`}
      />
    </div>
  )
}
