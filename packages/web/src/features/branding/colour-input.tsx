import { useI18n } from '../../app/i18n/language.tsx'
import type { FieldIds } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { isColour } from './branding-values.ts'

interface ColourInputProps {
  readonly fieldIds: FieldIds
  readonly value: string
  readonly inherited: string
  readonly onChange: (colour: string) => void
}

/** A colour, picked or typed; empty if it is inherited. */
export function ColourInput({ fieldIds, value, inherited, onChange }: ColourInputProps) {
  const { t } = useI18n()
  return (
    <div className="flex gap-2">
      <input
        type="color"
        aria-label={t('branding.pick')}
        value={isColour(value) ? value : inherited}
        onChange={(event) => onChange(event.target.value)}
        className="h-(--control) w-14 rounded-md border border-edge bg-surface p-1"
      />
      <TextInput
        {...fieldIds}
        value={value}
        placeholder={inherited}
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}
