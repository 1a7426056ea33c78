import type { Escalation } from '@wachta/client'
import { useState } from 'react'
import { useMay } from '../../app/client/me.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { Checklist } from '../../ui/checklist.tsx'
import { matches } from '../../ui/matches.ts'
import { NewContact } from '../contacts/new-contact.tsx'
import { useAddresses, useContactGroups, useContacts } from '../contacts/queries.ts'
import { useChannels } from '../dictionaries/queries.ts'

export type Recipients = Readonly<Pick<Escalation, 'contact_ids' | 'contact_group_ids'>>

interface RecipientChoiceProps {
  readonly chosen: Recipients
  readonly onChange: (chosen: Recipients) => void
  readonly getFieldErrors: (field: string) => readonly string[]
  readonly disabled?: boolean
}

/** Selects contacts and contact groups. A contact that is missing can be created here. */
export function RecipientChoice({ chosen, onChange, getFieldErrors, disabled = false }: RecipientChoiceProps) {
  const { t } = useI18n()
  const mayCreate = useMay('create_contacts')
  const contacts = useContacts()
  const groups = useContactGroups()
  const listChannels = useChannelList()
  const [isCreating, setCreating] = useState(false)
  const checklistProps = { matches, searchLabel: t('people.search'), disabled }
  return (
    <>
      <div className="grid min-w-0 content-start justify-items-start gap-2 [&>fieldset]:w-full">
        <Checklist
          {...checklistProps}
          label={t('people.contacts')}
          choices={contacts.map(({ id, name }) => ({ value: String(id), label: name, hint: listChannels(id) }))}
          chosen={new Set(chosen.contact_ids.map(String))}
          onChange={(ids) => onChange({ ...chosen, contact_ids: [...ids].map(Number) })}
          nothing={t('contact.emptyTitle')}
          fieldErrors={getFieldErrors('contact_ids')}
        />
        {mayCreate && !disabled && (
          <Button size="small" onClick={() => setCreating(true)}>
            {t('contact.new')}
          </Button>
        )}
      </div>
      {groups.length > 0 && (
        <Checklist
          {...checklistProps}
          label={t('people.groups')}
          choices={groups.map(({ id, name, contact_ids }) => ({
            value: String(id),
            label: name,
            hint: t('contactGroup.count', { count: contact_ids.length }),
          }))}
          chosen={new Set(chosen.contact_group_ids.map(String))}
          onChange={(ids) => onChange({ ...chosen, contact_group_ids: [...ids].map(Number) })}
          nothing={t('contactGroup.emptyTitle')}
          fieldErrors={getFieldErrors('contact_group_ids')}
        />
      )}
      {isCreating && (
        <NewContact
          onClose={() => setCreating(false)}
          onCreated={(id) => {
            setCreating(false)
            onChange({ ...chosen, contact_ids: [...chosen.contact_ids, id] })
          }}
        />
      )}
    </>
  )
}

/** Returns a function for the channels of a contact as text, such as "E-mail, SMS", or a note if it has no address. */
export function useChannelList(): (contact: number) => string {
  const { t } = useI18n()
  const addresses = useAddresses()
  const channels = useChannels()
  return (contact) => {
    const contactAddresses = addresses.filter(({ contact_id }) => contact_id === contact)
    const names = contactAddresses.map(({ channel_id }) => channels.get(channel_id)?.name ?? channel_id)
    return [...new Set(names)].join(', ') || t('contact.noAddress')
  }
}
