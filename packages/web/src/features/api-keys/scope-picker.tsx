import { useId } from 'react'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { Select } from '../../ui/select.tsx'
import { type Access, familyNames, listAccessChoices, type ScopeFamily } from './api-key-scopes.ts'
import { apiKeyTexts } from './texts.ts'

interface ScopePickerProps {
  readonly chosen: ReadonlyMap<ScopeFamily, Access>
  /** Whether the key is limited to groups, which excludes everything that belongs to the whole account. */
  readonly isLimited: boolean
  readonly onChange: (chosen: ReadonlyMap<ScopeFamily, Access>) => void
  readonly fieldErrors: readonly string[]
}

/** Selects the access of a key to each part of the account. */
export function ScopePicker({ chosen, isLimited, onChange, fieldErrors }: ScopePickerProps) {
  const texts = useTexts(apiKeyTexts)
  const id = useId()
  return (
    <fieldset aria-describedby={`${id}-hint`} className="grid min-w-0 gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">{texts('apiKeys.scopes')}</legend>
      <div className="rounded-md border border-edge bg-surface px-3">
        {familyNames.map((family) => {
          const choices = listAccessChoices(family, isLimited)
          const access = chosen.get(family) ?? 'none'
          return (
            <div
              key={family}
              className="flex items-center justify-between gap-3 border-b border-line py-1.5 last:border-b-0"
            >
              <label htmlFor={`${id}-${family}`} className="min-w-0 text-sm">
                <span className="font-medium">{texts(`apiKeys.family.${family}`)}</span>
                <span className="block text-muted">{texts(`apiKeys.about.${family}`)}</span>
              </label>
              <Select
                id={`${id}-${family}`}
                className="!min-h-9 !w-36 shrink-0 text-sm"
                value={choices.includes(access) ? access : 'none'}
                disabled={choices.length === 1}
                choices={choices.map((value) => ({ value, label: texts(`apiKeys.access.${value}`) }))}
                onChoose={(value) => onChange(new Map([...chosen, [family, value as Access]]))}
              />
            </div>
          )
        })}
      </div>
      {fieldErrors.length > 0 && (
        <p role="alert" className="text-sm text-failure">
          <span aria-hidden="true">▲ </span>
          {fieldErrors.join(' ')}
        </p>
      )}
      <p id={`${id}-hint`} className="text-sm text-muted">
        {texts('apiKeys.scopesHint')}
      </p>
    </fieldset>
  )
}
