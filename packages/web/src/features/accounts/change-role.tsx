import { useQueryClient } from '@tanstack/react-query'
import type { Account } from '@wachta/client'
import { useState } from 'react'
import { FormDialog } from '../../app/forms/form-dialog.tsx'
import { useSending } from '../../app/forms/sending.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { say } from '../../ui/toast.tsx'
import { accountKeys } from './queries.ts'
import { RoleFields } from './role-fields.tsx'
import { chosenRole, toRoleData } from './roles.ts'

/** Gives a user another role. */
export function ChangeRole({ user, onClose }: { readonly user: Account; readonly onClose: () => void }) {
  const { t } = useI18n()
  const queries = useQueryClient()
  const [role, setRole] = useState(chosenRole(user))
  const mutation = useSending({
    send: (via) => via.call('change_account_role', { path: { _id: user.id }, body: toRoleData(role) }),
    onSuccess: () => {
      say(t('users.changed', { name: user.name }))
      onClose()
      return queries.invalidateQueries({ queryKey: accountKeys.all })
    },
  })
  return (
    <FormDialog
      title={t('users.changeRole', { name: user.name })}
      submit={t('users.saveRole')}
      fields={['role', 'group_ids']}
      mutation={mutation}
      onClose={onClose}
    >
      {(faultsOf) => <RoleFields chosen={role} onChange={setRole} faultsOf={faultsOf} />}
    </FormDialog>
  )
}
