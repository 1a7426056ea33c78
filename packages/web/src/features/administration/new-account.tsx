import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Account } from '@wachta/client'
import { useState } from 'react'
import { Form, readFieldText } from '../../app/forms/form.tsx'
import { GuardedDialog } from '../../app/forms/guarded-dialog.tsx'
import { useSending } from '../../app/forms/sending.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { FormField } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { showToast } from '../../ui/toast.tsx'
import { accountKeys } from '../accounts/queries.ts'
import { packagesQuery } from '../packages/queries.ts'
import { administrationTexts } from './texts.ts'

interface NewAccountProps {
  /** Administrators create independent accounts, all others create sub-accounts of their account. */
  readonly kind: 'independent' | 'subaccount'
  readonly me: Account
  readonly onClose: () => void
}

const flags = ['subaccount_edit', 'subaccount_block', 'is_2fa_setup_required'] as const

export function NewAccount({ kind, me, onClose }: NewAccountProps) {
  const { t } = useI18n()
  const texts = useTexts(administrationTexts)
  const { data: packages = [] } = useQuery(packagesQuery)
  const [chosen, setChosen] = useState(String(me.package_id))
  const mutation = useCreatingAccount({ kind, me, onClose }, Number(chosen))
  return (
    <GuardedDialog
      onClose={onClose}
      title={texts(kind === 'independent' ? 'newAccount.open' : 'newAccount.openSub')}
      description={texts(kind === 'independent' ? 'newAccount.text' : 'newAccount.textSub')}
    >
      {(onChange) => (
        <Form
          onChange={onChange}
          submit={texts('newAccount.submit')}
          mutation={mutation}
          fields={['name', 'username', 'email_address', 'user_data.email_address', 'password', 'package_id', ...flags]}
        >
          {(getFieldErrors) => (
            <>
              <FormField label={t('profile.name')} fieldErrors={getFieldErrors('name')}>
                {(fieldIds) => <TextInput {...fieldIds} name="name" autoComplete="off" />}
              </FormField>
              <FormField
                label={t('register.email')}
                fieldErrors={[...getFieldErrors('email_address'), ...getFieldErrors('user_data.email_address')]}
              >
                {(fieldIds) => <TextInput {...fieldIds} name="email" type="email" autoComplete="off" />}
              </FormField>
              <FormField
                label={t('signIn.username')}
                hint={t('register.usernameHint')}
                fieldErrors={getFieldErrors('username')}
              >
                {(fieldIds) => <TextInput {...fieldIds} name="username" autoComplete="off" autoCapitalize="none" />}
              </FormField>
              {kind === 'independent' && (
                <FormField
                  label={t('signIn.password')}
                  hint={t('password.hint')}
                  fieldErrors={getFieldErrors('password')}
                >
                  {(fieldIds) => (
                    <TextInput {...fieldIds} name="password" type="password" autoComplete="new-password" />
                  )}
                </FormField>
              )}
              <FormField label={t('administration.package')} fieldErrors={getFieldErrors('package_id')}>
                {(fieldIds) => (
                  <Select
                    {...fieldIds}
                    value={chosen}
                    choices={packages.map(({ id, name }) => ({ value: String(id), label: name }))}
                    onChoose={setChosen}
                  />
                )}
              </FormField>
              {kind === 'subaccount' &&
                flags.map((flag) => (
                  <FormField key={flag} isBeside label={texts(`newAccount.${flag}`)} fieldErrors={getFieldErrors(flag)}>
                    {(fieldIds) => (
                      <input
                        {...fieldIds}
                        type="checkbox"
                        name={flag}
                        defaultChecked={flag !== 'is_2fa_setup_required'}
                        className="size-4.5 shrink-0 accent-accent"
                      />
                    )}
                  </FormField>
                ))}
            </>
          )}
        </Form>
      )}
    </GuardedDialog>
  )
}

function useCreatingAccount({ kind, me, onClose }: NewAccountProps, packageId: number) {
  const texts = useTexts(administrationTexts)
  const queries = useQueryClient()
  const navigate = useNavigate()
  return useSending({
    send: (client, form: FormData) => {
      const common = {
        name: readFieldText(form, 'name').trim(),
        username: readFieldText(form, 'username').trim(),
        package_id: packageId,
        language_id: me.language_id,
        time_zone_id: me.time_zone_id,
      }
      const email_address = readFieldText(form, 'email').trim()
      if (kind === 'independent')
        return client.call('create_admin_account', {
          body: { ...common, email_address, password: readFieldText(form, 'password') },
        })
      return client.call('create_subaccount', {
        body: {
          ...common,
          ...Object.fromEntries(flags.map((flag) => [flag, form.get(flag) === 'on'])),
          user_data: { email_address },
          set_password_url: `${location.origin}/reset_password`,
        },
      })
    },
    onSuccess: async ({ id }) => {
      showToast(texts(kind === 'independent' ? 'newAccount.done' : 'newAccount.doneSub'))
      onClose()
      await queries.invalidateQueries({ queryKey: accountKeys.all })
      await navigate({ to: '/administration/accounts/$id', params: { id: String(id) } })
    },
  })
}
