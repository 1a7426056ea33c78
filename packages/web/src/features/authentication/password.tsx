import type { Account } from '@wachta/client'
import { Form, readFieldText } from '../../app/forms/form.tsx'
import { useSending } from '../../app/forms/sending.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { session } from '../../app/session/session.ts'
import { FormField } from '../../ui/field.tsx'
import { ScreenSection } from '../../ui/section.tsx'
import { TextInput } from '../../ui/text-input.tsx'

/**
 * Changes the password, which ends all sessions, including this one. The current password is required even right after
 * signing in: access to an open tab must not be enough.
 */
export function Password({ account }: { readonly account: Account }) {
  const { t } = useI18n()
  const mutation = useSending({
    send: (client, form: FormData) =>
      client.call('change_account_password', {
        path: { _id: account.id },
        body: { password: readFieldText(form, 'password'), new_password: readFieldText(form, 'new_password') },
      }),
    onSuccess: () => session.end('out'),
  })
  const isMissing = mutation.error !== null && mutation.variables?.get('password') === ''
  return (
    <ScreenSection title={t('password.title')} text={t('password.text')}>
      <div className="max-w-sm">
        <Form isInline submit={t('password.submit')} mutation={mutation} fields={['password', 'new_password']}>
          {(getFieldErrors) => (
            <>
              <input type="text" name="username" autoComplete="username" value={account.username} readOnly hidden />
              <FormField
                label={t('stepUp.password')}
                fieldErrors={isMissing ? [t('empty.password')] : getFieldErrors('password')}
              >
                {(fieldIds) => (
                  <TextInput {...fieldIds} name="password" type="password" autoComplete="current-password" required />
                )}
              </FormField>
              <FormField
                label={t('password.new')}
                hint={t('password.hint')}
                fieldErrors={getFieldErrors('new_password')}
              >
                {(fieldIds) => (
                  <TextInput {...fieldIds} name="new_password" type="password" autoComplete="new-password" required />
                )}
              </FormField>
            </>
          )}
        </Form>
      </div>
    </ScreenSection>
  )
}
