import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Contact, ContactAddress } from '@wachta/client'
import { useState } from 'react'
import { client } from '../../app/client/client.ts'
import { DeleteButton } from '../../app/forms/delete-button.tsx'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { Failed } from '../../app/shell/failed.tsx'
import { Button } from '../../ui/button.tsx'
import { CardList } from '../../ui/card-list.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatusNote } from '../../ui/status-note.tsx'
import { useChannels } from '../dictionaries/queries.ts'
import { AddressDialog } from './address-dialog.tsx'
import { contactAddressesQuery, peopleKey } from './queries.ts'
import { SendTest } from './send-test.tsx'
import { contactTexts } from './texts.ts'
import { VerifyDialog } from './verify-dialog.tsx'

/** The addresses of a contact, and whether they are verified. */
export function ContactAddresses({ contact }: { readonly contact: Contact }) {
  const texts = useTexts(contactTexts)
  const { data, error } = useQuery(contactAddressesQuery(contact.id))
  const [edited, setEdited] = useState<ContactAddress | 'new' | null>(null)
  const mayAdd = contact.permissions?.create_addresses === true
  return (
    <section aria-labelledby="addresses">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
        <h2 id="addresses" className="text-lg font-semibold">
          {texts('contact.addresses')}
        </h2>
        {mayAdd && <Button onClick={() => setEdited('new')}>{texts('address.new')}</Button>}
      </div>
      {error && !data && <Failed error={error} />}
      {!data && !error && <Skeleton className="h-24" />}
      {data?.length === 0 && <EmptyState title={texts('address.emptyTitle')}>{texts('address.empty')}</EmptyState>}
      <CardList>
        {data?.map((address) => (
          <AddressRow key={address.id} address={address} onEdit={() => setEdited(address)} />
        ))}
      </CardList>
      {edited && (
        <AddressDialog
          contact={contact.id}
          address={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
        />
      )}
    </section>
  )
}

function AddressRow({ address, onEdit }: { readonly address: ContactAddress; readonly onEdit: () => void }) {
  const { t } = useI18n()
  const texts = useTexts(contactTexts)
  const channels = useChannels()
  const queries = useQueryClient()
  const [isVerifying, setVerifying] = useState(false)
  const { id, channel_id, is_verified, permissions } = address
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5">
      <div className="min-w-0">
        <p className="font-medium">{channels.get(channel_id)?.name ?? channel_id}</p>
        <p className="font-mono text-sm">{address.address}</p>
        {!is_verified && <StatusNote status="warning">{t('address.unverified')}</StatusNote>}
      </div>
      {permissions?.update && (
        <div className="flex flex-wrap gap-2">
          {is_verified ? (
            <SendTest kind="contact_address" address={address} />
          ) : (
            <Button size="small" kind="primary" onClick={() => setVerifying(true)}>
              {texts('verify.open')}
            </Button>
          )}
          <Button size="small" aria-label={texts('people.editNamed', { name: address.address })} onClick={onEdit}>
            {t('people.edit')}
          </Button>
          {permissions.delete && (
            <DeleteButton
              label={texts('people.deleteNamed', { name: address.address })}
              title={texts('address.deleteAsk', { address: address.address })}
              consequences={texts('address.deleteMeans')}
              doneMessage={texts('address.deleted')}
              deleteRecord={() => client.call('delete_contact_address', { path: { _id: id } })}
              onDone={() => queries.invalidateQueries({ queryKey: peopleKey })}
            />
          )}
        </div>
      )}
      {isVerifying && <VerifyDialog kind="contact_address" address={address} onClose={() => setVerifying(false)} />}
    </li>
  )
}
