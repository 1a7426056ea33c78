import { useQueryClient } from '@tanstack/react-query'
import type { NotificationAddress } from '@wachta/client'
import { useState } from 'react'
import { FormDialog } from '../../app/forms/form-dialog.tsx'
import { useSending } from '../../app/forms/sending.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { Combobox } from '../../ui/combobox.tsx'
import { FormField } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useGroups } from '../groups/queries.ts'
import { AddressFields } from './address-fields.tsx'
import { peopleKey } from './queries.ts'
import { contactTexts } from './texts.ts'

interface LegacyDialogProps {
  /** Null for a new address. */
  readonly address: NotificationAddress | null
  readonly onClose: () => void
}

export function LegacyDialog({ address, onClose }: LegacyDialogProps) {
  const { t } = useI18n()
  const texts = useTexts(contactTexts)
  const queries = useQueryClient()
  const groups = useGroups()
  const [values, setValues] = useState({
    channel: address?.notification_channel_id ?? 'email',
    address: address?.address ?? '',
    group: address ? String(address.group_id) : null,
    description: address?.description ?? '',
  })
  const change = (next: Partial<typeof values>) => setValues((before) => ({ ...before, ...next }))
  const mutation = useSending<unknown>({
    send: (client) => {
      const body = {
        notification_channel_id: values.channel,
        address: values.address.trim(),
        description: values.description,
        ...(values.group !== null && { group_id: Number(values.group) }),
      }
      return address
        ? client.call('update_notification_address', { path: { _id: address.id }, body })
        : client.call('create_notification_address', { body })
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
      fields={['notification_channel_id', 'address', 'group_id', 'description']}
      mutation={mutation}
      onClose={onClose}
    >
      {(getFieldErrors) => (
        <>
          <AddressFields
            channel={values.channel}
            address={values.address}
            onChange={change}
            channelErrors={getFieldErrors('notification_channel_id')}
            addressErrors={getFieldErrors('address')}
          />
          <FormField
            label={texts('legacy.group')}
            hint={texts('legacy.groupHint')}
            fieldErrors={getFieldErrors('group_id')}
          >
            {(fieldIds) => (
              <Combobox
                fieldIds={fieldIds}
                choices={[...groups.values()].map(({ id, name }) => ({ value: String(id), label: name }))}
                value={values.group}
                onChoose={(group) => change({ group })}
                placeholder={texts('legacy.defaultGroup')}
                nothing={t('filters.nothing')}
              />
            )}
          </FormField>
          <FormField label={t('settings.description')} fieldErrors={getFieldErrors('description')}>
            {(fieldIds) => (
              <TextInput
                {...fieldIds}
                value={values.description}
                onChange={(event) => change({ description: event.target.value })}
              />
            )}
          </FormField>
        </>
      )}
    </FormDialog>
  )
}
