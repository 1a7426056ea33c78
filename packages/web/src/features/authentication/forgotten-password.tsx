import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { client } from '../../app/client/client.ts'
import { Form, readFieldText } from '../../app/forms/form.tsx'
import { useI18n } from '../../app/i18n/language.tsx'
import { FormField } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { Entrance } from './entrance.tsx'

export function ForgottenPassword() {
  const { t } = useI18n()
  const mutation = useMutation({
    mutationFn: (form: FormData) =>
      client.call('initialize_password_reset', { body: { username: readFieldText(form, 'username').trim() } }),
  })
  const back = (
    <Link to="/sign-in" className="justify-self-start text-accent underline underline-offset-4">
      {t('register.back')}
    </Link>
  )
  return (
    <Entrance title={t('forgotten.title')} below={back}>
      {mutation.isSuccess ? (
        <p role="status">{t('forgotten.done')}</p>
      ) : (
        <Form submit={t('forgotten.submit')} mutation={mutation} fields={['username']}>
          {(getFieldErrors) => (
            <FormField label={t('signIn.username')} hint={t('forgotten.hint')} fieldErrors={getFieldErrors('username')}>
              {(fieldIds) => (
                <TextInput {...fieldIds} name="username" autoComplete="username" autoCapitalize="none" required />
              )}
            </FormField>
          )}
        </Form>
      )}
    </Entrance>
  )
}
