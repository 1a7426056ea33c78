import { useMutation } from '@tanstack/react-query'
import { type SignedIn, verifySession } from '@wachta/client'
import { client } from '../../app/client/client.ts'
import { Form, readFieldText } from '../../app/forms/form.tsx'
import { useI18n } from '../../app/i18n/language.tsx'
import { FormField } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { PasskeyChoice } from '../passkeys/passkey-choice.tsx'
import { Entrance } from './entrance.tsx'

interface CodeProps {
  readonly session: SignedIn
  readonly onVerified: (session: SignedIn) => void
  readonly onBack: () => void
}

/** The second step of signing in, for accounts with two-factor authentication. */
export function Code({ session, onVerified, onBack }: CodeProps) {
  const { t } = useI18n()
  const mutation = useMutation({
    mutationFn: (form: FormData) => verifySession(client, session, readFieldText(form, 'code').replaceAll(/\s/g, '')),
    onSuccess: () => onVerified(session),
  })
  return (
    <Entrance
      title={t('code.title')}
      below={
        <button type="button" onClick={onBack} className="min-h-6 justify-self-start text-accent underline">
          {t('code.back')}
        </button>
      }
    >
      <PasskeyChoice
        purpose="second_factor"
        token={session.token}
        finish={async (credential) => {
          const path = { _id: session.id }
          await client.call('verify_session_passkey', { path, body: { credential } }, { token: session.token })
          onVerified(session)
        }}
      />
      <Form submit={t('code.submit')} mutation={mutation} fields={['code']}>
        {(getFieldErrors) => (
          <FormField label={t('code.label')} hint={t('code.hint')} fieldErrors={getFieldErrors('code')}>
            {(fieldIds) => (
              <TextInput
                {...fieldIds}
                name="code"
                inputMode="numeric"
                autoComplete="one-time-code"
                // The user has just submitted the password, and this is the only field.
                autoFocus
                required
              />
            )}
          </FormField>
        )}
      </Form>
    </Entrance>
  )
}
