import { useMutation } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { client } from '../../app/client/client.ts'
import { Form, readFieldText } from '../../app/forms/form.tsx'
import { useI18n } from '../../app/i18n/language.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { FormField } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { Entrance } from './entrance.tsx'

const route = getRouteApi('/reset_password')

/** The target of the link in the password e-mail. */
export function ResetPassword() {
  const { t } = useI18n()
  const { token = '', account_id = '' } = route.useSearch()
  const mutation = useMutation({
    mutationFn: (form: FormData) =>
      client.call('confirm_password_reset', {
        body: {
          account_id: Number(account_id) || 1,
          token: token || '-',
          new_password: readFieldText(form, 'password'),
        },
      }),
  })
  return (
    <Entrance title={t('reset.title')}>
      {mutation.isSuccess ? (
        <>
          <p role="status">{t('reset.done')}</p>
          <Link to="/sign-in" className={buttonClass('primary')}>
            {t('activate.go')}
          </Link>
        </>
      ) : (
        <Form submit={t('reset.submit')} mutation={mutation} fields={['new_password']}>
          {(getFieldErrors) => (
            <FormField
              label={t('reset.password')}
              hint={t('password.hint')}
              fieldErrors={getFieldErrors('new_password')}
            >
              {(fieldIds) => (
                <TextInput {...fieldIds} name="password" type="password" autoComplete="new-password" required />
              )}
            </FormField>
          )}
        </Form>
      )}
    </Entrance>
  )
}
