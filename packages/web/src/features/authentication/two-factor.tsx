import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Form, readFieldText } from '../../app/forms/form.tsx'
import { useSending } from '../../app/forms/sending.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { RecoveryCodes } from '../../app/session/recovery-codes.tsx'
import { Button } from '../../ui/button.tsx'
import { FormField } from '../../ui/field.tsx'
import { ScreenSection } from '../../ui/section.tsx'
import { StatusMark } from '../../ui/status-mark.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { formatInGroupsOfFour } from './grouped.ts'
import { QrCode } from './qr-code.tsx'

interface TwoFactorProps {
  /** Null if the API does not allow reading the account before two-factor authentication is set up. */
  readonly account: { readonly isOn: boolean } | null
}

const path = { _id: 'my_account' } as const

/** Sets up two-factor authentication: a key for the authenticator, a code to confirm it, and recovery codes. */
export function TwoFactor({ account }: TwoFactorProps) {
  const { t } = useI18n()
  const queries = useQueryClient()
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[] | null>(null)
  const isOn = account?.isOn === true
  const begin = useSending({ send: (client, _form: FormData) => client.call('setup_account_2fa', { path }) })
  const finish = useSending({
    send: (client, form: FormData) =>
      client.call('verify_account_2fa', { path, body: { code: readFieldText(form, 'code').replaceAll(/\s/g, '') } }),
    onSuccess: ({ recovery_codes }) => {
      setRecoveryCodes(recovery_codes)
      begin.reset()
    },
  })
  const cancel = () => {
    begin.reset()
    finish.reset()
  }
  const done = () => {
    setRecoveryCodes(null)
    void queries.invalidateQueries()
  }
  const text = account === null ? t('twoFactor.required') : t('twoFactor.text')
  return (
    <ScreenSection title={t('twoFactor.title')} text={text}>
      {recoveryCodes ? (
        <RecoveryCodes codes={recoveryCodes} onDone={done} />
      ) : begin.data ? (
        <div className="grid max-w-xl gap-4">
          <p>{t('twoFactor.scan')}</p>
          <QrCode text={begin.data.uri} label={t('twoFactor.picture')} />
          <p>
            {t('twoFactor.byHand')}{' '}
            <code className="rounded-md bg-sunken px-2 py-1 font-mono break-words">
              {formatInGroupsOfFour(begin.data.key)}
            </code>
          </p>
          <div className="max-w-sm">
            <Form isInline submit={t('twoFactor.finish')} mutation={finish} fields={['code']}>
              {(getFieldErrors) => <CodeField fieldErrors={getFieldErrors('code')} />}
            </Form>
          </div>
          <div>
            <Button kind="quiet" onClick={cancel}>
              {t('common.cancel')}
            </Button>
          </div>
        </div>
      ) : (
        <div className="grid max-w-sm gap-4">
          <p>
            <StatusMark status={isOn ? 'ok' : 'warning'} text={t(isOn ? 'twoFactor.on' : 'twoFactor.off')} />
          </p>
          <Form isInline submit={t(isOn ? 'twoFactor.replace' : 'twoFactor.begin')} mutation={begin} fields={[]}>
            {() => null}
          </Form>
        </div>
      )}
    </ScreenSection>
  )
}

function CodeField({ fieldErrors }: { readonly fieldErrors: readonly string[] }) {
  const { t } = useI18n()
  return (
    <FormField label={t('code.label')} fieldErrors={fieldErrors}>
      {(fieldIds) => (
        <TextInput {...fieldIds} name="code" inputMode="numeric" autoComplete="one-time-code" autoCapitalize="none" />
      )}
    </FormField>
  )
}
