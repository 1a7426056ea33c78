import { useQueryClient } from '@tanstack/react-query'
import type { NotificationAddress } from '@wachta/client'
import { useState } from 'react'
import { client } from '../../app/client/client.ts'
import { DeleteButton } from '../../app/forms/delete-button.tsx'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { Button } from '../../ui/button.tsx'
import { peopleKey } from './queries.ts'
import { SendTest } from './send-test.tsx'
import { contactTexts } from './texts.ts'
import { VerifyDialog } from './verify-dialog.tsx'

interface LegacyActionsProps {
  readonly address: NotificationAddress
  readonly onEdit: () => void
}

/** The actions for an address of legacy notifications; tests can be sent only to text message numbers. */
export function LegacyActions({ address, onEdit }: LegacyActionsProps) {
  const { t } = useI18n()
  const texts = useTexts(contactTexts)
  const queries = useQueryClient()
  const [isVerifying, setVerifying] = useState(false)
  const { permissions, is_verified } = address
  if (!permissions?.update) return null
  return (
    <div className="flex flex-wrap gap-2">
      {!is_verified && (
        <Button size="small" kind="primary" onClick={() => setVerifying(true)}>
          {texts('verify.open')}
        </Button>
      )}
      {is_verified && address.notification_channel_id === 'sms' && (
        <SendTest kind="notification_address" address={address} />
      )}
      <Button size="small" aria-label={texts('people.editNamed', { name: address.address })} onClick={onEdit}>
        {t('people.edit')}
      </Button>
      {permissions.delete && (
        <DeleteButton
          label={texts('people.deleteNamed', { name: address.address })}
          title={texts('address.deleteAsk', { address: address.address })}
          consequences={texts('legacy.deleteMeans')}
          doneMessage={texts('address.deleted')}
          deleteRecord={() => client.call('delete_notification_address', { path: { _id: address.id } })}
          onDone={() => queries.invalidateQueries({ queryKey: peopleKey })}
        />
      )}
      {isVerifying && (
        <VerifyDialog kind="notification_address" address={address} onClose={() => setVerifying(false)} />
      )}
    </div>
  )
}
