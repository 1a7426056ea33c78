import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Account } from '@wachta/client'
import { useState } from 'react'
import { client, errorText } from '../../app/client/client.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { session } from '../../app/session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { showWarning } from '../../ui/toast.tsx'
import { administrationTexts } from './texts.ts'

/** Starts observing an account, after a confirmation that its owner can see this in the audit log. */
export function Observe({ account }: { readonly account: Account }) {
  const { t } = useI18n()
  const texts = useTexts(administrationTexts)
  const navigate = useNavigate()
  const [isConfirming, setConfirming] = useState(false)
  const begin = useMutation({
    mutationFn: () => client.call('observe_account', { path: { _id: account.id } }),
    onSuccess: async (signedIn) => {
      // Leave this screen first: it does not belong to the observed account.
      await navigate({ to: '/' })
      session.observe(signedIn, account.name)
    },
    onError: (error) => {
      setConfirming(false)
      showWarning(errorText(error))
    },
  })
  if (account.permissions?.observe !== true) return null
  return (
    <>
      <Button onClick={() => setConfirming(true)}>{texts('observe.open')}</Button>
      {isConfirming && (
        <Confirm
          title={texts('observe.ask', { name: account.name })}
          description={texts('observe.means')}
          confirm={texts('observe.begin')}
          cancel={t('common.cancel')}
          closeLabel={t('common.close')}
          busy={begin.isPending}
          onClose={() => setConfirming(false)}
          onConfirm={() => begin.mutate()}
        />
      )}
    </>
  )
}
