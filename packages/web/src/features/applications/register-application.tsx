import { useQueryClient } from '@tanstack/react-query'
import type { ApplicationCreateData } from '@wachta/client'
import { useState } from 'react'
import { FormDialog } from '../../app/forms/form-dialog.tsx'
import { useSending } from '../../app/forms/sending.ts'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { FormField } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { type Access, type ScopeFamily, toScopes } from '../api-keys/api-key-scopes.ts'
import { ScopePicker } from '../api-keys/scope-picker.tsx'
import type { ApplicationCredentials } from './new-application.tsx'
import { applicationKeys } from './queries.ts'
import { applicationTexts } from './texts.ts'

/** The usual uses of applications, each with the kind of application and the grant types that it needs. */
const settingsByUse = {
  web: { kind: 'confidential', grant_types: ['authorization_code', 'refresh_token'] },
  device: {
    kind: 'public',
    grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
  },
  service: { kind: 'confidential', grant_types: ['client_credentials'] },
} as const satisfies Record<string, Pick<ApplicationCreateData, 'kind' | 'grant_types'>>
type ApplicationUse = keyof typeof settingsByUse

interface RegisterApplicationProps {
  readonly onClose: () => void
  readonly onRegistered: (shown: ApplicationCredentials) => void
}

/** Registers an application: its name, kind and redirect URL, and the scopes that it may request. */
export function RegisterApplication({ onClose, onRegistered }: RegisterApplicationProps) {
  const texts = useTexts(applicationTexts)
  const queries = useQueryClient()
  const [name, setName] = useState('')
  const [use, setUse] = useState<ApplicationUse>('web')
  const [redirect, setRedirect] = useState('')
  const [chosen, setChosen] = useState<ReadonlyMap<ScopeFamily, Access>>(new Map([['services', 'read']]))
  const usesRedirect = use !== 'service'
  const mutation = useSending({
    send: (client) =>
      client.call('create_application', {
        body: {
          name: name.trim(),
          kind: settingsByUse[use].kind,
          grant_types: [...settingsByUse[use].grant_types],
          redirect_uris: usesRedirect ? redirect.split(/\s+/).filter(Boolean) : [],
          scopes: [
            ...toScopes(chosen, false),
            ...(usesRedirect ? (['openid', 'profile', 'email', 'offline_access'] as const) : []),
          ],
        },
      }),
    onSuccess: ({ client_id, client_secret }) => {
      onRegistered({ name: name.trim(), clientId: client_id, secret: client_secret })
      return queries.invalidateQueries({ queryKey: applicationKeys.all })
    },
  })
  return (
    <FormDialog
      title={texts('applications.register')}
      submit={texts('applications.register')}
      fields={['name', 'kind', 'redirect_uris', 'scopes']}
      mutation={mutation}
      onClose={onClose}
    >
      {(getFieldErrors) => (
        <>
          <FormField
            label={texts('applications.name')}
            hint={texts('applications.nameHint')}
            fieldErrors={getFieldErrors('name')}
          >
            {(fieldIds) => (
              <TextInput
                {...fieldIds}
                value={name}
                maxLength={100}
                autoComplete="off"
                onChange={(event) => setName(event.target.value)}
              />
            )}
          </FormField>
          <UseField use={use} onChange={setUse} fieldErrors={getFieldErrors('kind')} />
          {usesRedirect && (
            <FormField
              label={texts('applications.redirect')}
              hint={texts('applications.redirectHint')}
              fieldErrors={getFieldErrors('redirect_uris')}
            >
              {(fieldIds) => (
                <TextInput
                  {...fieldIds}
                  value={redirect}
                  autoComplete="off"
                  placeholder={use === 'web' ? 'https://dashboard.example.com/callback' : 'http://127.0.0.1/callback'}
                  onChange={(event) => setRedirect(event.target.value)}
                />
              )}
            </FormField>
          )}
          <ScopePicker chosen={chosen} isLimited={false} onChange={setChosen} fieldErrors={getFieldErrors('scopes')} />
        </>
      )}
    </FormDialog>
  )
}

interface UseFieldProps {
  readonly use: ApplicationUse
  readonly onChange: (use: ApplicationUse) => void
  readonly fieldErrors: readonly string[]
}

function UseField({ use, onChange, fieldErrors }: UseFieldProps) {
  const texts = useTexts(applicationTexts)
  const choices = (['web', 'device', 'service'] as const).map((value) => ({
    value,
    label: texts(`applications.use.${value}`),
  }))
  return (
    <FormField label={texts('applications.use')} hint={texts(`applications.useHint.${use}`)} fieldErrors={fieldErrors}>
      {(fieldIds) => (
        <Select {...fieldIds} value={use} choices={choices} onChoose={(value) => onChange(value as ApplicationUse)} />
      )}
    </FormField>
  )
}
