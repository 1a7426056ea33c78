import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Account } from '@wachta/client'
import { useState } from 'react'
import { client, errorText } from '../../app/client/client.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { showToast, showWarning } from '../../ui/toast.tsx'
import { accountKeys } from '../accounts/queries.ts'
import { Observe } from './observe.tsx'
import { administrationTexts } from './texts.ts'

const actions = ['block', 'unblock', 'delete'] as const
type Action = (typeof actions)[number]

/** Actions on an account or an additional user, each with a confirmation. */
export function AccountActions({ account }: { readonly account: Account }) {
  const { t } = useI18n()
  const texts = useTexts(administrationTexts)
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [pendingAction, setPendingAction] = useState<Action | null>(null)
  const path = { _id: account.id }
  const isUser = account.parent_account_id !== null
  const act = useMutation({
    mutationFn: (action: Action): Promise<unknown> => client.call(`${action}_account`, { path }),
    onSuccess: async (_, action) => {
      showToast(texts(isUser ? `manageUser.done.${action}` : `manage.done.${action}`, { name: account.name }))
      setPendingAction(null)
      if (action === 'delete') await navigate({ to: '/administration', ignoreBlocker: true })
      await queries.invalidateQueries({ queryKey: accountKeys.all })
    },
    onError: (error) => {
      setPendingAction(null)
      showWarning(errorText(error))
    },
  })
  const isAllowed: Readonly<Record<Action, boolean | undefined>> = {
    block: !account.is_blocked && account.permissions?.block,
    unblock: account.is_blocked && account.permissions?.unblock,
    delete: account.permissions?.delete,
  }
  return (
    <>
      <Observe account={account} />
      {actions.map(
        (action) =>
          isAllowed[action] && (
            <Button
              key={action}
              kind={action === 'unblock' ? 'secondary' : 'danger'}
              onClick={() => setPendingAction(action)}
            >
              {texts(`manage.do.${action}`)}
            </Button>
          ),
      )}
      {pendingAction && (
        <Confirm
          title={texts(isUser ? `manageUser.ask.${pendingAction}` : `manage.ask.${pendingAction}`, {
            name: account.name,
          })}
          description={texts(isUser ? `manageUser.means.${pendingAction}` : `manage.means.${pendingAction}`)}
          confirm={texts(`manage.do.${pendingAction}`)}
          cancel={t('common.cancel')}
          closeLabel={t('common.close')}
          busy={act.isPending}
          isDangerous={pendingAction !== 'unblock'}
          onClose={() => setPendingAction(null)}
          onConfirm={() => act.mutate(pendingAction)}
        />
      )}
    </>
  )
}
