import { getRouteApi } from '@tanstack/react-router'
import type { ApplicationCreateData, ApplicationRequest } from '@wachta/client'
import { useState } from 'react'
import { Form, readFieldText } from '../../app/forms/form.tsx'
import { useSending } from '../../app/forms/sending.ts'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { useTitle } from '../../app/shell/use-title.ts'
import { Card } from '../../ui/card.tsx'
import { FormField } from '../../ui/field.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { Consent } from './consent.tsx'
import { applicationTexts } from './texts.ts'

const route = getRouteApi('/inside/framed/device')

interface FoundRequest {
  readonly userCode: string
  readonly request: ApplicationRequest
}

/** The page on which people enter the code that a device shows, such as the `wachta` command, and decide. */
export function ConnectDevice() {
  const texts = useTexts(applicationTexts)
  useTitle(texts('applications.deviceTitle'))
  const { user_code = '' } = route.useSearch()
  const [found, setFound] = useState<FoundRequest | null>(null)
  const [outcome, setOutcome] = useState<'approved' | 'denied' | null>(null)
  if (outcome) return <Outcome outcome={outcome} />
  if (found) return <Decision found={found} onDecided={setOutcome} />
  return <EnterCode initial={user_code} onFound={setFound} />
}

function EnterCode({
  initial,
  onFound,
}: {
  readonly initial: string
  readonly onFound: (found: FoundRequest) => void
}) {
  const texts = useTexts(applicationTexts)
  const mutation = useSending({
    send: async (client, form: FormData) => {
      const userCode = readFieldText(form, 'user_code').trim()
      return { userCode, request: await client.call('find_device_authorization', { body: { user_code: userCode } }) }
    },
    onSuccess: onFound,
  })
  return (
    <>
      <PageHeader title={texts('applications.deviceTitle')} />
      <Card className="grid max-w-xl gap-4 p-5">
        <p className="text-muted">{texts('applications.deviceText')}</p>
        <Form submit={texts('applications.deviceNext')} mutation={mutation} fields={['user_code']}>
          {(getFieldErrors) => (
            <FormField label={texts('applications.userCode')} fieldErrors={getFieldErrors('user_code')}>
              {(fieldIds) => (
                <TextInput
                  {...fieldIds}
                  name="user_code"
                  defaultValue={initial}
                  autoComplete="off"
                  autoCapitalize="characters"
                  spellCheck={false}
                  maxLength={32}
                  className="font-mono"
                  required
                />
              )}
            </FormField>
          )}
        </Form>
      </Card>
    </>
  )
}

interface DecisionProps {
  readonly found: FoundRequest
  readonly onDecided: (outcome: 'approved' | 'denied') => void
}

function Decision({ found: { userCode, request }, onDecided }: DecisionProps) {
  const texts = useTexts(applicationTexts)
  const approve = useSending({
    send: (client, scopes: readonly string[]) =>
      client.call('approve_device_authorization', {
        body: { user_code: userCode, scopes: scopes as ApplicationCreateData['scopes'] },
      }),
    onSuccess: () => onDecided('approved'),
  })
  const deny = useSending({
    send: (client) => client.call('deny_device_authorization', { body: { user_code: userCode } }),
    onSuccess: () => onDecided('denied'),
  })
  return (
    <>
      <PageHeader title={texts('applications.consentAsk', { name: request.application_name })} />
      <p className="mb-4 max-w-xl rounded-md border border-unknown-fill bg-unknown-soft px-3 py-2 text-unknown">
        <span aria-hidden="true">▲ </span>
        {texts('applications.deviceWarning')}
      </p>
      <Consent request={request} approve={approve} deny={deny} />
    </>
  )
}

function Outcome({ outcome }: { readonly outcome: 'approved' | 'denied' }) {
  const texts = useTexts(applicationTexts)
  return (
    <>
      <PageHeader title={texts(`applications.device.${outcome}`)} />
      <p role="status" className="text-muted">
        {texts(`applications.deviceText.${outcome}`)}
      </p>
    </>
  )
}
