import { useQueryClient } from '@tanstack/react-query'
import type { Account } from '@wachta/client'
import { useState } from 'react'
import { FormDialog } from '../../app/forms/form-dialog.tsx'
import { useSending } from '../../app/forms/sending.ts'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { showToast } from '../../ui/toast.tsx'
import { accountKeys } from './queries.ts'
import { RoleFields } from './role-fields.tsx'
import { toChosenRole, toRoleData } from './roles.ts'
import { userTexts } from './texts.ts'

/** Gives a user another role. */
export function ChangeRole({ user, onClose }: { readonly user: Account; readonly onClose: () => void }) {
  const texts = useTexts(userTexts)
  const queries = useQueryClient()
  const [role, setRole] = useState(toChosenRole(user))
  const mutation = useSending({
    send: (client) => client.call('change_account_role', { path: { _id: user.id }, body: toRoleData(role) }),
    onSuccess: () => {
      showToast(texts('users.changed', { name: user.name }))
      onClose()
      return queries.invalidateQueries({ queryKey: accountKeys.all })
    },
  })
  return (
    <FormDialog
      title={texts('users.changeRole', { name: user.name })}
      submit={texts('users.saveRole')}
      fields={['role', 'group_ids']}
      mutation={mutation}
      onClose={onClose}
    >
      {(getFieldErrors) => <RoleFields chosen={role} onChange={setRole} getFieldErrors={getFieldErrors} />}
    </FormDialog>
  )
}
