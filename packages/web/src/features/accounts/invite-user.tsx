import { useQueryClient } from '@tanstack/react-query'
import type { Account } from '@wachta/client'
import { useState } from 'react'
import { FormDialog } from '../../app/forms/form-dialog.tsx'
import { useSending } from '../../app/forms/sending.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { FormField } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { showToast } from '../../ui/toast.tsx'
import { accountKeys } from './queries.ts'
import { RoleFields } from './role-fields.tsx'
import { type ChosenRole, toRoleData } from './roles.ts'
import { userTexts } from './texts.ts'

interface InviteUserProps {
  readonly account: Account
  readonly onClose: () => void
}

/** Invites a colleague by e-mail, who then sets a password. */
export function InviteUser({ account, onClose }: InviteUserProps) {
  const { t } = useI18n()
  const texts = useTexts(userTexts)
  const queries = useQueryClient()
  const [email, setEmail] = useState('')
  const [name, setName] = useState('')
  const [role, setRole] = useState<ChosenRole>({ role: 'viewer', groups: [] })
  const mutation = useSending({
    send: (client) =>
      client.call('invite_user', {
        body: {
          email_address: email.trim(),
          ...(name.trim() !== '' && { name: name.trim() }),
          language_id: account.language_id,
          time_zone_id: account.time_zone_id,
          ...toRoleData(role),
        },
      }),
    onSuccess: () => {
      showToast(texts('users.invited', { address: email.trim() }))
      onClose()
      return queries.invalidateQueries({ queryKey: accountKeys.all })
    },
  })
  return (
    <FormDialog
      title={texts('users.inviteTitle')}
      description={texts('users.inviteText')}
      submit={texts('users.invite')}
      fields={['email_address', 'name', 'role', 'group_ids']}
      mutation={mutation}
      onClose={onClose}
    >
      {(getFieldErrors) => (
        <>
          <FormField label={t('register.email')} fieldErrors={getFieldErrors('email_address')}>
            {(fieldIds) => (
              <TextInput
                {...fieldIds}
                type="email"
                value={email}
                autoComplete="off"
                onChange={(event) => setEmail(event.target.value)}
              />
            )}
          </FormField>
          <FormField label={texts('users.name')} hint={texts('users.nameHint')} fieldErrors={getFieldErrors('name')}>
            {(fieldIds) => (
              <TextInput
                {...fieldIds}
                value={name}
                autoComplete="off"
                onChange={(event) => setName(event.target.value)}
              />
            )}
          </FormField>
          <RoleFields chosen={role} onChange={setRole} getFieldErrors={getFieldErrors} />
        </>
      )}
    </FormDialog>
  )
}
