import type { SsoConnection } from '@wachta/client'
import { useState } from 'react'
import { FormDialog } from '../../app/forms/form-dialog.tsx'
import { useSending } from '../../app/forms/sending.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { FormField } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { say } from '../../ui/toast.tsx'

interface ClientSecretProps {
  readonly connection: SsoConnection
  readonly onClose: () => void
}

/** Replaces the client secret of a connection. */
export function ClientSecret({ connection, onClose }: ClientSecretProps) {
  const { t } = useI18n()
  const [secret, setSecret] = useState('')
  const mutation = useSending({
    send: (via) =>
      via.call('change_sso_client_secret', {
        path: { _id: connection.id },
        body: { client_secret: secret === '' ? null : secret },
      }),
    onSuccess: () => {
      say(t('sso.saved'))
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('sso.changeSecret')}
      submit={t('sso.save')}
      fields={['client_secret']}
      mutation={mutation}
      onClose={onClose}
    >
      {(faultsOf) => (
        <FormField label={t('sso.clientSecret')} hint={t('sso.clientSecretHint')} faults={faultsOf('client_secret')}>
          {(described) => (
            <TextInput
              {...described}
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
