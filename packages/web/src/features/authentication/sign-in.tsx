import { useMutation } from '@tanstack/react-query'
import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import { hasSymbol, type SignedIn, signIn } from '@wachta/client'
import { useState } from 'react'
import { client } from '../../app/client/client.ts'
import { Form, readFieldText } from '../../app/forms/form.tsx'
import { useI18n } from '../../app/i18n/language.tsx'
import { session, useSession } from '../../app/session/session.ts'
import { FormField } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { PasskeyButton } from '../passkeys/passkey-button.tsx'
import { usePasskeySignIn } from '../passkeys/sign-in.ts'
import { supportsPasskeys } from '../passkeys/web-authn.ts'
import { Code } from './code.tsx'
import { Entrance } from './entrance.tsx'
import { toLocalPath } from './to-local-path.ts'

const route = getRouteApi('/sign-in')

export function SignIn() {
  const { t } = useI18n()
  const { to } = route.useSearch()
  const { history } = useRouter()
  const { ending } = useSession()
  const [unverified, setUnverified] = useState<SignedIn | null>(null)
  const enter = ({ id, token }: SignedIn) => {
    session.begin({ id, token })
    history.push(toLocalPath(to))
  }
  const [isAdministrator, setAdministrator] = useState(false)
  const signInWithPasskey = usePasskeySignIn(isAdministrator, enter)
  const mutation = useMutation({
    mutationFn: (form: FormData) =>
      signIn(client, {
        username: readFieldText(form, 'username').trim(),
        password: readFieldText(form, 'password'),
        ...(isAdministrator && { scope: 'administrator' as const }),
      }),
    onSuccess: (signedIn) => (signedIn.isVerified ? enter(signedIn) : setUnverified(signedIn)),
  })
  // A password that is too short is reported like any other wrong password.
  const isPasswordTooShort = hasSymbol(mutation.error, 'too_short') && mutation.variables?.get('password') !== ''
  if (unverified) return <Code session={unverified} onVerified={enter} onBack={() => setUnverified(null)} />
  return (
    <Entrance title={t('signIn.title')} below={<OtherSignInLinks />}>
      {ending && (
        <p role="status" className="rounded-md border border-line bg-surface px-3 py-2">
          {t(ending === 'expired' ? 'signIn.expired' : 'signIn.out')}
        </p>
      )}
      <Form submit={t('signIn.submit')} mutation={mutation} fields={['username', 'password', 'scope']}>
        {(getFieldErrors) => (
          <>
            <FormField label={t('signIn.username')} fieldErrors={getFieldErrors('username')}>
              {(fieldIds) => (
                <TextInput
                  {...fieldIds}
                  name="username"
                  autoComplete="username webauthn"
                  autoCapitalize="none"
                  required
                />
              )}
            </FormField>
            <FormField
              label={t('signIn.password')}
              fieldErrors={isPasswordTooShort ? [t('signIn.wrong')] : getFieldErrors('password')}
            >
              {(fieldIds) => (
                <TextInput {...fieldIds} name="password" type="password" autoComplete="current-password" required />
              )}
            </FormField>
            <FormField
              isBeside
              label={t('signIn.administrator')}
              hint={t('signIn.administratorHint')}
              fieldErrors={getFieldErrors('scope')}
            >
              {(fieldIds) => (
                <input
                  {...fieldIds}
                  type="checkbox"
                  name="administrator"
                  checked={isAdministrator}
                  onChange={(event) => setAdministrator(event.target.checked)}
                  className="size-4.5 shrink-0 accent-accent"
                />
              )}
            </FormField>
          </>
        )}
      </Form>
      {supportsPasskeys() && <PasskeyButton label={t('passkeys.signIn')} act={signInWithPasskey} />}
    </Entrance>
  )
}

function OtherSignInLinks() {
  const { t } = useI18n()
  return (
    <ul className="grid gap-2">
      <li>
        <Link to="/sso" className="text-accent underline underline-offset-4">
          {t('sso.continueWith')}
        </Link>
      </li>
      <li>
        <Link to="/forgotten-password" className="text-accent underline underline-offset-4">
          {t('signIn.forgotten')}
        </Link>
      </li>
      <li>
        <Link to="/register" className="text-accent underline underline-offset-4">
          {t('signIn.register')}
        </Link>
      </li>
    </ul>
  )
}
