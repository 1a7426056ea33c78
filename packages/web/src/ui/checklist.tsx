import { useState } from 'react'
import { SearchBox } from './search-box.tsx'
import type { SelectOption } from './select.tsx'

interface ChecklistProps {
  readonly label: string
  readonly choices: readonly (SelectOption & { readonly hint?: string })[]
  readonly chosen: ReadonlySet<string>
  readonly onChange: (chosen: ReadonlySet<string>) => void
  readonly matches: (query: string, text: string) => boolean
  readonly searchLabel: string
  readonly nothing: string
  readonly fieldErrors?: readonly string[]
  readonly disabled?: boolean
}

/** With more choices than this, there is a search field. */
const maxChoicesWithoutSearch = 8
/** The maximum number of choices shown; the others are found with the search field. */
const maxShownChoices = 100

/** Selects any number of choices from a list. Those that are selected when it opens come first, to be visible. */
export function Checklist(props: ChecklistProps) {
  const { label, choices, chosen, onChange, matches, searchLabel, nothing, fieldErrors = [], disabled = false } = props
  const [query, setQuery] = useState('')
  const [initiallyChosen] = useState(chosen)
  const shown = choices
    .filter((choice) => matches(query, choice.label))
    .toSorted((one, other) => Number(initiallyChosen.has(other.value)) - Number(initiallyChosen.has(one.value)))
    .slice(0, maxShownChoices)
  const toggle = (value: string) => {
    const next = new Set(chosen)
    if (!next.delete(value)) next.add(value)
    onChange(next)
  }
  return (
    <fieldset disabled={disabled} className="grid min-w-0 gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      {choices.length > maxChoicesWithoutSearch && <SearchBox label={searchLabel} value={query} onChange={setQuery} />}
      <div className="max-h-52 overflow-y-auto rounded-md border border-edge bg-surface py-1">
        {shown.map(({ value, label: name, hint }) => (
          <label key={value} className="flex min-h-9 cursor-pointer items-center gap-2.5 px-3 hover:bg-sunken">
            <input
              type="checkbox"
              checked={chosen.has(value)}
              onChange={() => toggle(value)}
              className="size-4.5 shrink-0 accent-accent"
            />
            <span className="min-w-0">
              {name}
              {hint && <span className="text-sm text-muted"> {hint}</span>}
            </span>
          </label>
        ))}
        {shown.length === 0 && <p className="px-3 py-2 text-sm text-muted">{nothing}</p>}
      </div>
      {fieldErrors.length > 0 && (
        <p role="alert" className="text-sm text-failure">
          <span aria-hidden="true">▲ </span>
          {fieldErrors.join(' ')}
        </p>
      )}
    </fieldset>
  )
}
