import { useQueryClient } from '@tanstack/react-query'
import type { Account } from '@wachta/client'
import { entered, Form } from '../../app/forms/form.tsx'
import { GuardedDialog } from '../../app/forms/guarded-dialog.tsx'
import { useSending } from '../../app/forms/sending.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { FormField } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { say } from '../../ui/toast.tsx'
import { accountKeys } from './queries.ts'

interface AddUserProps {
  readonly account: Account
  readonly onClose: () => void
}

/** Adds an additional user, who has to confirm the e-mail address before signing in. */
export function AddUser({ account, onClose }: AddUserProps) {
  const { t } = useI18n()
  const queries = useQueryClient()
  const mutation = useSending({
    send: (via, form: FormData) =>
      via.call('create_account', {
        body: {
          parent_account_id: account.id,
          name: entered(form, 'name').trim(),
          username: entered(form, 'username').trim(),
          password: entered(form, 'password'),
          user_data: { email_address: entered(form, 'email').trim() },
          language_id: account.language_id,
          time_zone_id: account.time_zone_id,
          is_read_only: form.get('read_only') === 'on',
          custom_activation_uri: `${location.origin}/activate`,
        },
      }),
    onSuccess: () => {
      say(t('users.added'))
      onClose()
      return queries.invalidateQueries({ queryKey: accountKeys.all })
    },
  })
  return (
    <GuardedDialog onClose={onClose} title={t('users.addTitle')} description={t('users.addText')}>
      {(onChange) => (
        <Form
          onChange={onChange}
          submit={t('users.add')}
          mutation={mutation}
          fields={['name', 'user_data.email_address', 'username', 'password', 'is_read_only']}
        >
          {(faultsOf) => (
            <>
              <FormField label={t('users.name')} faults={faultsOf('name')}>
                {(described) => <TextInput {...described} name="name" autoComplete="off" />}
              </FormField>
              <FormField label={t('register.email')} faults={faultsOf('user_data.email_address')}>
                {(described) => <TextInput {...described} name="email" type="email" autoComplete="off" />}
              </FormField>
              <FormField label={t('signIn.username')} hint={t('register.usernameHint')} faults={faultsOf('username')}>
                {(described) => <TextInput {...described} name="username" autoComplete="off" autoCapitalize="none" />}
              </FormField>
              <FormField label={t('signIn.password')} hint={t('password.hint')} faults={faultsOf('password')}>
                {(described) => (
                  <TextInput {...described} name="password" type="password" autoComplete="new-password" />
                )}
              </FormField>
              <FormField
                isBeside
                label={t('users.readOnly')}
                hint={t('users.readOnlyHint')}
                faults={faultsOf('is_read_only')}
              >
                {(described) => (
                  <input {...described} type="checkbox" name="read_only" className="size-4.5 shrink-0 accent-accent" />
                )}
              </FormField>
            </>
          )}
        </Form>
      )}
    </GuardedDialog>
  )
}
