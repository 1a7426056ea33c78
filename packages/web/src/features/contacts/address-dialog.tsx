import { useQueryClient } from '@tanstack/react-query'
import type { ContactAddress } from '@wachta/client'
import { useState } from 'react'
import { FormDialog } from '../../app/forms/form-dialog.tsx'
import { useSending } from '../../app/forms/sending.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { showToast } from '../../ui/toast.tsx'
import { AddressFields } from './address-fields.tsx'
import { peopleKey } from './queries.ts'
import { contactTexts } from './texts.ts'

interface AddressDialogProps {
  readonly contact: number
  /** Null for a new address. */
  readonly address: ContactAddress | null
  readonly onClose: () => void
}

export function AddressDialog({ contact, address, onClose }: AddressDialogProps) {
  const { t } = useI18n()
  const texts = useTexts(contactTexts)
  const queries = useQueryClient()
  const [values, setValues] = useState({ channel: address?.channel_id ?? 'email', address: address?.address ?? '' })
  const mutation = useSending<unknown>({
    send: (client) => {
      const body = { channel_id: values.channel, address: values.address.trim() }
      return address
        ? client.call('update_contact_address', { path: { _id: address.id }, body })
        : client.call('create_contact_address', { body: { ...body, contact_id: contact } })
    },
    onSuccess: () => {
      showToast(texts('address.saved'))
      onClose()
      return queries.invalidateQueries({ queryKey: peopleKey })
    },
  })
  return (
    <FormDialog
      title={texts(address ? 'address.edit' : 'address.new')}
      submit={t('settings.save')}
      fields={['channel_id', 'address']}
      mutation={mutation}
      onClose={onClose}
    >
      {(getFieldErrors) => (
        <AddressFields
          {...values}
          onChange={(change) => setValues((before) => ({ ...before, ...change }))}
          channelErrors={getFieldErrors('channel_id')}
          addressErrors={getFieldErrors('address')}
        />
      )}
    </FormDialog>
  )
}
