import type { Client } from '@wachta/client'
import { type SubmitEvent, useRef, useState } from 'react'
import { errorText } from '../../app/client/client.ts'
import { CopyAsCurl } from '../../app/forms/copy-as-curl.tsx'
import { rehearsed, useSending } from '../../app/forms/sending.ts'
import { useFieldErrors } from '../../app/forms/use-field-errors.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { FormField } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'

/** The address that is notified. */
export interface NotifiedAddress {
  readonly id: number
  readonly address: string
  /** Until the recipient has confirmed the address, only the confirmation link is sent to it. */
  readonly isVerified: boolean
}

/**
 * Asks for the contact to notify of failures. Saving takes several requests; a retry does not create anything twice.
 */
export function ContactStep({ onNext }: { readonly onNext: (notified: NotifiedAddress | null) => void }) {
  const { t } = useI18n()
  const [name, setName] = useState('')
  const [address, setAddress] = useState('')
  const made = useRef<Made>({})
  const mutation = useSending({
    send: (via) => notifyOfFailures(via, { name, address, rule: t('onboarding.rule') }, made.current),
    onSuccess: () => onNext(made.current.notified ?? null),
  })
  const faults = useFieldErrors(mutation.error)
  const elsewhere = [...faults].filter(([field]) => !['name', 'address'].includes(field)).flatMap(([, texts]) => texts)
  const general = mutation.error && faults.size === 0 ? [errorText(mutation.error)] : elsewhere
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    mutation.mutate()
  }
  return (
    <form onSubmit={send} noValidate className="grid gap-5">
      <p>{t('onboarding.contactText')}</p>
      <div role="alert" className="empty:hidden">
        {general.length > 0 && <p className="text-failure">▲ {general.join(' ')}</p>}
      </div>
      <FormField label={t('onboarding.contactName')} faults={faults.get('name')}>
        {(described) => (
          <TextInput
            {...described}
            value={name}
            autoComplete="name"
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </FormField>
      <FormField label={t('register.email')} faults={faults.get('address')}>
        {(described) => (
          <TextInput
            {...described}
            type="email"
            autoComplete="email"
            value={address}
            onChange={(event) => setAddress(event.target.value)}
          />
        )}
      </FormField>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" kind="primary" busy={mutation.isPending}>
          {t('onboarding.save')}
        </Button>
        <CopyAsCurl
          requests={() =>
            rehearsed((via) =>
              notifyOfFailures(via, { name, address, rule: t('onboarding.rule') }, { ...made.current }),
            )
          }
        />
        <Button kind="quiet" onClick={() => onNext(null)}>
          {t('onboarding.skip')}
        </Button>
      </div>
    </form>
  )
}

interface Wanted {
  readonly name: string
  readonly address: string
  readonly rule: string
}

/** The objects that are already created. */
interface Made {
  contact?: number
  notified?: NotifiedAddress
}

/**
 * Creates the contact, its address and an escalation step. The step belongs to the rule for failures of all services,
 * which is created if there is none, because contacts are notified only by alert rules.
 */
async function notifyOfFailures(via: Client, { name, address, rule }: Wanted, made: Made): Promise<void> {
  made.contact ??= (await via.call('create_contact', { body: { name } })).id
  const contact_id = made.contact
  if (made.notified?.address !== address) {
    const body = { contact_id, channel_id: 'email', address }
    const { id } = await via.call('create_contact_address', { body })
    const { is_verified } = await via.call('read_contact_address', { path: { _id: id } })
    made.notified = { id, address, isVerified: is_verified }
    if (!is_verified) await via.call('send_contact_address_verification_code', { path: { _id: id } })
  }
  const { items } = await via.list('list_events', { query: { limit: 100 } })
  const found = items.find(({ kind, scope, is_active }) => kind === 'failure' && scope.all_services && is_active)
  const body = { name: rule, kind: 'failure', scope: { all_services: true } } as const
  const event_id = found?.id ?? (await via.call('create_event', { body })).id
  await via.call('create_escalation', { body: { event_id, name: rule, contact_ids: [contact_id] } })
}
