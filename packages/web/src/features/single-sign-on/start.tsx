import { getRouteApi, Link } from '@tanstack/react-router'
import { Form, readFieldText } from '../../app/forms/form.tsx'
import { useSending } from '../../app/forms/sending.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { openIssuer, prepareRoundTrip } from '../../app/session/round-trip.ts'
import { FormField } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { Entrance } from '../authentication/entrance.tsx'
import { toLocalPath } from '../authentication/to-local-path.ts'
import { ssoTexts } from './texts.ts'

const route = getRouteApi('/sso')

/** Asks for the e-mail address, whose domain determines the identity provider. */
export function SsoStart() {
  const { t } = useI18n()
  const texts = useTexts(ssoTexts)
  const { to } = route.useSearch()
  const mutation = useSending({
    send: async (client, form: FormData) =>
      client.call(
        'begin_sso_sign_in',
        {
          body: {
            identifier: readFieldText(form, 'identifier').trim(),
            code_challenge: await prepareRoundTrip(toLocalPath(to)),
          },
        },
        { token: null },
      ),
    onSuccess: openIssuer,
  })
  return (
    <Entrance
      title={t('sso.title')}
      below={
        <Link to="/sign-in" className="text-accent underline underline-offset-4">
          {texts('sso.withPassword')}
        </Link>
      }
    >
      <Form submit={texts('sso.continue')} mutation={mutation} fields={['identifier']}>
        {(getFieldErrors) => (
          <FormField
            label={texts('sso.email')}
            hint={texts('sso.emailHint')}
            fieldErrors={getFieldErrors('identifier')}
          >
            {(fieldIds) => (
              <TextInput {...fieldIds} name="identifier" type="email" autoComplete="email" autoFocus required />
            )}
          </FormField>
        )}
      </Form>
    </Entrance>
  )
}
