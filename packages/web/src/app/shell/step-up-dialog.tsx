import { useMutation, useQuery } from '@tanstack/react-query'
import { hasSymbol } from '@wachta/client'
import { Suspense } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormField } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { showWarning } from '../../ui/toast.tsx'
import { client, errorText } from '../client/client.ts'
import { sessionQuery } from '../client/me.ts'
import { Form, readFieldText } from '../forms/form.tsx'
import { useFieldErrors } from '../forms/use-field-errors.ts'
import { useI18n } from '../i18n/language.tsx'
import { LazyPasskeyChoice } from '../registry/shell.ts'
import { openIssuer, prepareRoundTrip } from '../session/round-trip.ts'
import { useSession } from '../session/session.ts'
import { stepUp, useStepUp } from '../session/step-up.ts'

/** Asks users to confirm their identity, by password, passkey or identity provider, before a change of access. */
export function StepUpDialog() {
  const isNeeded = useStepUp()
  return isNeeded && <StepUpForm />
}

function StepUpForm() {
  const { t } = useI18n()
  const mutation = useMutation({
    mutationFn: (form: FormData) => {
      const code = readFieldText(form, 'code').replaceAll(/\s/g, '')
      return client.call('step_up_session', {
        body: { password: readFieldText(form, 'password'), ...(code !== '' && { code }) },
      })
    },
    onSuccess: () => stepUp.settle(true),
  })
  // The API asks for a code only if the account has two-factor authentication.
  const needsCode = useFieldErrors(mutation.error).has('code')
  return (
    <Dialog
      open
      isForm
      onClose={() => stepUp.settle(false)}
      title={t('stepUp.title')}
      description={t('stepUp.text')}
      closeLabel={t('common.close')}
    >
      <Suspense>
        <LazyPasskeyChoice
          purpose="step_up"
          finish={async (credential) => {
            await client.call('step_up_session_with_passkey', { body: { credential } })
            stepUp.settle(true)
          }}
        />
      </Suspense>
      <Form submit={t('stepUp.submit')} mutation={mutation} fields={['password', 'code']}>
        {(getFieldErrors) => (
          <>
            <FormField label={t('stepUp.password')} fieldErrors={getFieldErrors('password')}>
              {(fieldIds) => (
                <TextInput
                  {...fieldIds}
                  name="password"
                  type="password"
                  autoComplete="current-password"
                  autoFocus
                  required
                />
              )}
            </FormField>
            {(needsCode || mutation.variables?.has('code')) && (
              <FormField label={t('code.label')} hint={t('stepUp.codeHint')} fieldErrors={getFieldErrors('code')}>
                {(fieldIds) => (
                  <TextInput
                    {...fieldIds}
                    name="code"
                    inputMode="numeric"
                    autoComplete="one-time-code"
                    autoFocus
                    required
                  />
                )}
              </FormField>
            )}
          </>
        )}
      </Form>
      <ConfirmAtIssuer />
    </Dialog>
  )
}

/** For users without a password: confirms their identity at the provider; then they repeat the change. */
function ConfirmAtIssuer() {
  const { t } = useI18n()
  const { session } = useSession()
  const { data, error } = useQuery({ ...sessionQuery(session?.id ?? 0), enabled: session !== null })
  const begin = useMutation({
    mutationFn: async () => {
      const code_challenge = await prepareRoundTrip(`${location.pathname}${location.search}`)
      return client.call('begin_sso_step_up', { body: { code_challenge } })
    },
    onSuccess: openIssuer,
    onError: (error) => showWarning(errorText(error)),
  })
  // A user who must set up a passkey or 2FA first cannot read the session, and may have no password.
  const isInSetup = hasSymbol(error, 'passkey_setup_required') || hasSymbol(error, 'two_factor_setup_required')
  if (data?.sso_connection_id == null && !isInSetup) return null
  return (
    <Button kind="quiet" busy={begin.isPending} className="mt-3 w-full" onClick={() => begin.mutate()}>
      {t('sso.stepUp')}
    </Button>
  )
}
