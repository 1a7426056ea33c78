import { Switch as Base } from '@base-ui/react/switch'
import type { FieldIds } from './field.tsx'

interface SwitchProps {
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly fieldIds?: FieldIds
  readonly label?: string
  readonly disabled?: boolean
}

export function Switch({ checked, onChange, fieldIds, label, disabled = false }: SwitchProps) {
  return (
    <Base.Root
      {...fieldIds}
      {...(label !== undefined && { 'aria-label': label })}
      checked={checked}
      disabled={disabled}
      onCheckedChange={onChange}
      className="inline-flex h-6 w-11 items-center rounded-full border border-edge bg-sunken p-0.5 data-checked:border-accent data-checked:bg-accent data-disabled:opacity-60"
    >
      <Base.Thumb className="size-4.5 rounded-full bg-edge motion-safe:transition-transform data-checked:translate-x-5 data-checked:bg-accent-ink" />
    </Base.Root>
  )
}
