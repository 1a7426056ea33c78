import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { client } from '../../app/client/client.ts'
import { Form, readFieldText } from '../../app/forms/form.tsx'
import { useI18n } from '../../app/i18n/language.tsx'
import { FormField } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { zonesQuery } from '../dictionaries/queries.ts'
import { Entrance } from './entrance.tsx'

const fields = ['name', 'user_data.email_address', 'username', 'password']

export function Register() {
  const { t, language } = useI18n()
  const { data: zones = [] } = useQuery(zonesQuery)
  const mutation = useMutation({
    mutationFn: (form: FormData) => {
      const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone
      const zone = zones.find(({ name }) => name === browserZone)
      return client.call('register_account', {
        body: {
          name: readFieldText(form, 'name').trim(),
          username: readFieldText(form, 'username').trim(),
          password: readFieldText(form, 'password'),
          user_data: { email_address: readFieldText(form, 'email').trim() },
          language_id: language,
          ...(zone && { time_zone_id: zone.id }),
          custom_activation_uri: `${location.origin}/activate`,
        },
      })
    },
  })
  const back = (
    <Link to="/sign-in" className="justify-self-start text-accent underline underline-offset-4">
      {t('register.back')}
    </Link>
  )
  if (mutation.isSuccess)
    return (
      <Entrance title={t('register.doneTitle')} below={back}>
        <p role="status">{t('register.done')}</p>
      </Entrance>
    )
  return (
    <Entrance title={t('register.title')} below={back}>
      <Form submit={t('register.submit')} mutation={mutation} fields={fields}>
        {(getFieldErrors) => (
          <>
            <FormField label={t('register.name')} hint={t('register.nameHint')} fieldErrors={getFieldErrors('name')}>
              {(fieldIds) => <TextInput {...fieldIds} name="name" autoComplete="organization" required />}
            </FormField>
            <FormField
              label={t('register.email')}
              hint={t('register.emailHint')}
              fieldErrors={getFieldErrors('user_data.email_address')}
            >
              {(fieldIds) => <TextInput {...fieldIds} name="email" type="email" autoComplete="email" required />}
            </FormField>
            <FormField
              label={t('signIn.username')}
              hint={t('register.usernameHint')}
              fieldErrors={getFieldErrors('username')}
            >
              {(fieldIds) => (
                <TextInput {...fieldIds} name="username" autoComplete="username" autoCapitalize="none" required />
              )}
            </FormField>
            <FormField label={t('signIn.password')} hint={t('password.hint')} fieldErrors={getFieldErrors('password')}>
              {(fieldIds) => (
                <TextInput {...fieldIds} name="password" type="password" autoComplete="new-password" required />
              )}
            </FormField>
          </>
        )}
      </Form>
    </Entrance>
  )
}
