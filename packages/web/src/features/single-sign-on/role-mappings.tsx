import type { SsoRoleMapping } from '@wachta/client'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { Button } from '../../ui/button.tsx'
import type { FieldIds } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Select } from '../../ui/select.tsx'
import { inputClass } from '../../ui/text-input.tsx'
import { type SsoRole, ssoRoles } from './connection-values.ts'
import { ssoTexts } from './texts.ts'

interface RoleMappingsProps {
  readonly mappings: readonly SsoRoleMapping[]
  readonly onChange: (mappings: readonly SsoRoleMapping[]) => void
  readonly fieldIds: FieldIds
}

/** Maps groups of the identity provider to roles. A limit to service groups that was set through the API is kept. */
export function RoleMappings({ mappings, onChange, fieldIds }: RoleMappingsProps) {
  const { t } = useI18n()
  const texts = useTexts(ssoTexts)
  const roles = ssoRoles.map((value) => ({ value, label: t(`users.roles.${value}`) }))
  const change = (index: number, next: Partial<SsoRoleMapping>) =>
    onChange(mappings.map((mapping, at) => (at === index ? { ...mapping, ...next } : mapping)))
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset needs a legend, and the label of the field is there already
    <div
      id={fieldIds.id}
      role="group"
      aria-label={texts('sso.mappings')}
      aria-describedby={fieldIds['aria-describedby']}
      className="grid w-full gap-2"
    >
      {mappings.map(({ group, role }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have nothing else that identifies them
        <div key={index} className="flex gap-2">
          <input
            type="text"
            aria-label={texts('sso.mappingGroup', { number: index + 1 })}
            value={group}
            autoComplete="off"
            autoCapitalize="none"
            onChange={(event) => change(index, { group: event.target.value })}
            className={`${inputClass} min-w-0`}
          />
          <Select
            aria-label={texts('sso.mappingRole', { number: index + 1 })}
            value={role}
            choices={roles}
            onChoose={(next) => change(index, { role: next as SsoRole })}
            className="max-w-36"
          />
          <Button
            kind="quiet"
            size="small"
            aria-label={texts('sso.mappingRemove', { number: index + 1 })}
            onClick={() => onChange(mappings.filter((_, at) => at !== index))}
          >
            <Icon name="close" />
          </Button>
        </div>
      ))}
      <div>
        <Button size="small" onClick={() => onChange([...mappings, { group: '', role: 'viewer' }])}>
          {texts('sso.mappingAdd')}
        </Button>
      </div>
    </div>
  )
}
