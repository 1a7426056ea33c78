import { useMe } from '../../app/client/me.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { ChipCombobox } from '../../ui/chip-combobox.tsx'
import { FormField } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { useGroups } from '../groups/queries.ts'
import { type ChosenRole, canBeLimited, getAssignableRoles, type OfferedRole } from './roles.ts'
import { userTexts } from './texts.ts'

interface RoleFieldsProps {
  readonly chosen: ChosenRole
  readonly onChange: (chosen: ChosenRole) => void
  readonly getFieldErrors: (field: 'role' | 'group_ids') => readonly string[]
}

/** The role of a user with its meaning, and the groups that the user is limited to. */
export function RoleFields({ chosen, onChange, getFieldErrors }: RoleFieldsProps) {
  const { t } = useI18n()
  const texts = useTexts(userTexts)
  const groups = useGroups()
  const { data: me } = useMe()
  const { role, groups: values } = chosen
  return (
    <>
      <FormField
        label={texts('users.role')}
        hint={texts(`users.roleMeans.${role}`)}
        fieldErrors={getFieldErrors('role')}
      >
        {(fieldIds) => (
          <Select
            {...fieldIds}
            value={role}
            choices={getAssignableRoles(me?.role).map((value) => ({ value, label: t(`users.roles.${value}`) }))}
            onChoose={(next) => onChange({ ...chosen, role: next as OfferedRole })}
          />
        )}
      </FormField>
      {canBeLimited(role) && (
        <FormField
          label={texts('users.groups')}
          hint={texts('users.groupsHint')}
          fieldErrors={getFieldErrors('group_ids')}
        >
          {(fieldIds) => (
            <ChipCombobox
              fieldIds={fieldIds}
              choices={[...groups.values()].map(({ id, name }) => ({ value: String(id), label: name }))}
              values={values}
              onChange={(next) => onChange({ ...chosen, groups: next })}
              placeholder={texts('users.groupsAll')}
              nothing={texts('users.groupsNothing')}
              removeLabel={(name) => texts('users.groupRemove', { name })}
            />
          )}
        </FormField>
      )}
    </>
  )
}
