import type { SsoConnection } from '@wachta/client'
import { useState } from 'react'
import { FormDialog } from '../../app/forms/form-dialog.tsx'
import { useSending } from '../../app/forms/sending.ts'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { FormField } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { showToast } from '../../ui/toast.tsx'
import { ssoTexts } from './texts.ts'

interface ClientSecretProps {
  readonly connection: SsoConnection
  readonly onClose: () => void
}

/** Replaces the client secret of a connection. */
export function ClientSecret({ connection, onClose }: ClientSecretProps) {
  const texts = useTexts(ssoTexts)
  const [secret, setSecret] = useState('')
  const mutation = useSending({
    send: (client) =>
      client.call('change_sso_client_secret', {
        path: { _id: connection.id },
        body: { client_secret: secret === '' ? null : secret },
      }),
    onSuccess: () => {
      showToast(texts('sso.saved'))
      onClose()
    },
  })
  return (
    <FormDialog
      title={texts('sso.changeSecret')}
      submit={texts('sso.save')}
      fields={['client_secret']}
      mutation={mutation}
      onClose={onClose}
    >
      {(getFieldErrors) => (
        <FormField
          label={texts('sso.clientSecret')}
          hint={texts('sso.clientSecretHint')}
          fieldErrors={getFieldErrors('client_secret')}
        >
          {(fieldIds) => (
            <TextInput
              {...fieldIds}
              type="password"
              autoComplete="off"
              value={secret}
              onChange={(event) => setSecret(event.target.value)}
            />
          )}
        </FormField>
      )}
    </FormDialog>
  )
}
