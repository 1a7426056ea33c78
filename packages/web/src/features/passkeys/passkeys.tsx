import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Passkey } from '@wachta/client'
import { useState } from 'react'
import { client, errorText } from '../../app/client/client.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { Failed } from '../../app/shell/failed.tsx'
import { Button } from '../../ui/button.tsx'
import { CardList } from '../../ui/card-list.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { ScreenSection } from '../../ui/section.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { showToast, showWarning } from '../../ui/toast.tsx'
import { AddPasskey } from './add-passkey.tsx'
import { PasskeyRow } from './passkey-row.tsx'
import { passkeysQuery } from './queries.ts'
import { RenamePasskey } from './rename-passkey.tsx'
import { passkeyTexts } from './texts.ts'
import { supportsPasskeys } from './web-authn.ts'

type OpenDialog = { readonly dialog: 'rename' | 'revoke'; readonly passkey: Passkey } | { readonly dialog: 'add' }

interface PasskeysProps {
  readonly account: number
  /** False for an observer. */
  readonly canAdd: boolean
}

/** The passkeys of the user, with the actions for each. */
export function Passkeys({ account, canAdd }: PasskeysProps) {
  const { t } = useI18n()
  const passkeyText = useTexts(passkeyTexts)
  const { data, error } = useQuery(passkeysQuery(account))
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null)
  if (!data) return error ? <Failed error={error} /> : <SkeletonRows label={t('common.loading')} count={2} />
  const close = () => setOpenDialog(null)
  return (
    <ScreenSection
      title={passkeyText('title')}
      text={passkeyText('text')}
      actions={
        canAdd &&
        supportsPasskeys() && <Button onClick={() => setOpenDialog({ dialog: 'add' })}>{passkeyText('add')}</Button>
      }
    >
      {!supportsPasskeys() && <p className="text-muted">{passkeyText('unsupported')}</p>}
      {data.length === 0 && supportsPasskeys() && <p className="text-muted">{passkeyText('none')}</p>}
      <CardList aria-label={passkeyText('title')}>
        {data.map((passkey) => (
          <PasskeyRow
            key={passkey.id}
            passkey={passkey}
            onRename={() => setOpenDialog({ dialog: 'rename', passkey })}
            onRevoke={() => setOpenDialog({ dialog: 'revoke', passkey })}
          />
        ))}
      </CardList>
      {openDialog?.dialog === 'add' && <AddPasskey onClose={close} />}
      {openDialog?.dialog === 'rename' && <RenamePasskey passkey={openDialog.passkey} onClose={close} />}
      {openDialog?.dialog === 'revoke' && <RevokePasskey passkey={openDialog.passkey} onClose={close} />}
    </ScreenSection>
  )
}

function RevokePasskey({ passkey, onClose }: { readonly passkey: Passkey; readonly onClose: () => void }) {
  const { t } = useI18n()
  const passkeyText = useTexts(passkeyTexts)
  const queries = useQueryClient()
  const revoke = useMutation({
    mutationFn: () => client.call('delete_passkey', { path: { _id: passkey.id } }),
    onSuccess: () => {
      showToast(passkeyText('revoked'))
      return queries.invalidateQueries()
    },
    onError: (failure) => showWarning(errorText(failure)),
    onSettled: onClose,
  })
  return (
    <Confirm
      title={passkeyText('revokeAsk', { name: passkey.name })}
      description={passkeyText('revokeMeans')}
      confirm={passkeyText('revoke')}
      cancel={t('common.cancel')}
      closeLabel={t('common.close')}
      busy={revoke.isPending}
      isDangerous
      onClose={onClose}
      onConfirm={() => revoke.mutate()}
    />
  )
}
