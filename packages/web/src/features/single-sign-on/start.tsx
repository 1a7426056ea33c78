import { getRouteApi, Link } from '@tanstack/react-router'
import { entered, Form } from '../../app/forms/form.tsx'
import { useSending } from '../../app/forms/sending.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { leaveFor, prepareRoundTrip } from '../../app/session/round-trip.ts'
import { FormField } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { Entrance } from '../authentication/entrance.tsx'
import { placeInside } from '../authentication/place-inside.ts'

const route = getRouteApi('/sso')

/** Asks for the e-mail address, whose domain leads to the identity provider. */
export function SsoStart() {
  const { t } = useI18n()
  const { to } = route.useSearch()
  const mutation = useSending({
    send: async (via, form: FormData) =>
      via.call(
        'begin_sso_sign_in',
        {
          body: {
            identifier: entered(form, 'identifier').trim(),
            code_challenge: await prepareRoundTrip(placeInside(to)),
          },
        },
        { token: null },
      ),
    onSuccess: leaveFor,
  })
  return (
    <Entrance
      title={t('sso.title')}
      below={
        <Link to="/sign-in" className="text-accent underline underline-offset-4">
          {t('sso.withPassword')}
        </Link>
      }
    >
      <Form submit={t('sso.continue')} mutation={mutation} fields={['identifier']}>
        {(faultsOf) => (
          <FormField label={t('sso.email')} hint={t('sso.emailHint')} faults={faultsOf('identifier')}>
            {(described) => (
              <TextInput {...described} name="identifier" type="email" autoComplete="email" autoFocus required />
            )}
          </FormField>
        )}
      </Form>
    </Entrance>
  )
}
