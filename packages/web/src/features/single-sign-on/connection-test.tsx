import { useMutation } from '@tanstack/react-query'
import type { SsoConnection } from '@wachta/client'
import { client, errorText } from '../../app/client/client.ts'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { openIssuer, prepareRoundTrip } from '../../app/session/round-trip.ts'
import { Button } from '../../ui/button.tsx'
import { StatusNote } from '../../ui/status-note.tsx'
import { showWarning } from '../../ui/toast.tsx'
import { ssoTexts } from './texts.ts'

/** Tries a connection, step by step, and with a whole sign-in. */
export function ConnectionTest({ connection: { id } }: { readonly connection: SsoConnection }) {
  const texts = useTexts(ssoTexts)
  const onError = (failure: Error) => showWarning(errorText(failure))
  const test = useMutation({
    mutationFn: () => client.call('test_sso_connection', { path: { _id: id } }),
    onError,
  })
  const trial = useMutation({
    mutationFn: async () =>
      client.call('begin_sso_test_sign_in', {
        path: { _id: id },
        body: { code_challenge: await prepareRoundTrip('/account?tab=single-sign-on') },
      }),
    onSuccess: openIssuer,
    onError,
  })
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-2">
        <Button busy={test.isPending} onClick={() => test.mutate()}>
          {texts('sso.test')}
        </Button>
        <Button busy={trial.isPending} onClick={() => trial.mutate()}>
          {texts('sso.trial')}
        </Button>
      </div>
      <ul role="status" className="grid gap-1 empty:hidden">
        {test.data?.steps.map(({ step, is_ok, message }) => (
          <li key={step}>
            <StatusNote status={is_ok ? 'ok' : 'failure'}>{texts(`sso.step.${step}`)}</StatusNote>
            {message !== null && <p className="pl-6 text-sm">{message}</p>}
          </li>
        ))}
      </ul>
    </div>
  )
}
