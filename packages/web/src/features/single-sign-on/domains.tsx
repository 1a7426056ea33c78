import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { SsoConnection, SsoDomain } from '@wachta/client'
import { useState } from 'react'
import { client, errorText } from '../../app/client/client.ts'
import { DeleteButton } from '../../app/forms/delete-button.tsx'
import { Form } from '../../app/forms/form.tsx'
import { useSending } from '../../app/forms/sending.ts'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { Button } from '../../ui/button.tsx'
import { FormField } from '../../ui/field.tsx'
import { StatusNote } from '../../ui/status-note.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { showToast, showWarning } from '../../ui/toast.tsx'
import { CopyableValue } from './copyable-value.tsx'
import { ssoKeys } from './queries.ts'
import { ssoTexts } from './texts.ts'

interface DomainsProps {
  readonly connection: SsoConnection
  readonly domains: readonly SsoDomain[]
}

/** The e-mail domains of a connection; a TXT record proves the ownership of each. */
export function Domains({ connection, domains }: DomainsProps) {
  const texts = useTexts(ssoTexts)
  const queries = useQueryClient()
  const [typed, setTyped] = useState('')
  const add = useSending<unknown, FormData>({
    send: (requestClient) =>
      requestClient.call('create_sso_domain', {
        body: { connection_id: connection.id, domain: typed.trim().toLowerCase() },
      }),
    onSuccess: () => {
      // What was typed while the request was under way stays.
      setTyped((current) => (current === typed ? '' : current))
      return queries.invalidateQueries({ queryKey: ssoKeys.all })
    },
  })
  return (
    <section className="grid gap-3">
      <h4 className="font-medium">{texts('sso.domains')}</h4>
      <p className="max-w-prose text-sm text-muted">{texts('sso.domainsText')}</p>
      <ul className="grid gap-4">
        {domains.map((domain) => (
          <DomainRow key={domain.id} domain={domain} />
        ))}
      </ul>
      <Form isInline submit={texts('sso.addDomain')} mutation={add} fields={['domain']}>
        {(getFieldErrors) => (
          <FormField label={texts('sso.domain')} fieldErrors={getFieldErrors('domain')}>
            {(fieldIds) => (
              <TextInput
                {...fieldIds}
                value={typed}
                autoComplete="off"
                autoCapitalize="none"
                placeholder="example.com"
                onChange={(event) => setTyped(event.target.value)}
              />
            )}
          </FormField>
        )}
      </Form>
    </section>
  )
}

function DomainRow({ domain }: { readonly domain: SsoDomain }) {
  const texts = useTexts(ssoTexts)
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries({ queryKey: ssoKeys.all })
  const verify = useMutation({
    mutationFn: () => client.call('verify_sso_domain', { path: { _id: domain.id } }),
    onSuccess: () => {
      showToast(texts('sso.domainVerified', { domain: domain.domain }))
      return refresh()
    },
    onError: (failure) => showWarning(errorText(failure)),
  })
  const isVerified = domain.verified_at !== null
  return (
    <li className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <div className="flex flex-wrap items-baseline gap-x-4">
          <span className="font-medium wrap-anywhere">{domain.domain}</span>
          <StatusNote status={isVerified ? 'ok' : 'unknown'}>
            {texts(isVerified ? 'sso.verified' : 'sso.unverified')}
          </StatusNote>
        </div>
        <div className="flex gap-2">
          {!isVerified && (
            <Button size="small" busy={verify.isPending} onClick={() => verify.mutate()}>
              {texts('sso.verify')}
            </Button>
          )}
          <DeleteButton
            text={texts('sso.deleteDomain')}
            label={texts('sso.deleteDomainOf', { domain: domain.domain })}
            title={texts('sso.deleteDomainAsk', { domain: domain.domain })}
            consequences={texts('sso.deleteDomainMeans')}
            doneMessage={texts('sso.domainDeleted')}
            deleteRecord={() => client.call('delete_sso_domain', { path: { _id: domain.id } })}
            onDone={refresh}
          />
        </div>
      </div>
      {!isVerified && (
        <dl className="grid gap-3">
          <CopyableValue label={texts('sso.recordName')} text={domain.record_name} />
          <CopyableValue label={texts('sso.recordValue')} text={domain.record_value} />
        </dl>
      )}
    </li>
  )
}
