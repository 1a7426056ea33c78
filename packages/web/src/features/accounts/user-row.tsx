import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Account } from '@wachta/client'
import { client, errorText } from '../../app/client/client.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { say, warn } from '../../ui/toast.tsx'
import { AccountState } from './account-state.tsx'
import { accountKeys } from './queries.ts'

type Change = 'block' | 'unblock' | 'readOnly' | 'writing'

/** One additional user, with the available actions. */
export function UserRow({ user, onRemove }: { readonly user: Account; readonly onRemove: () => void }) {
  const { t } = useI18n()
  const queries = useQueryClient()
  const path = { _id: user.id }
  const change = useMutation({
    mutationFn: (what: Change) => {
      if (what === 'block') return client.call('block_account', { path })
      if (what === 'unblock') return client.call('unblock_account', { path })
      return client.call('update_account', { path, body: { is_read_only: what === 'readOnly' } })
    },
    onSuccess: () => {
      say(t('users.changed', { name: user.name }))
      return queries.invalidateQueries({ queryKey: accountKeys.all })
    },
    onError: (error) => warn(errorText(error)),
  })
  const may = user.permissions ?? {}
  const actions: Change[] = [
    ...(may.update ? [user.is_read_only ? ('writing' as const) : ('readOnly' as const)] : []),
    ...(!user.is_blocked && may.block ? ['block' as const] : []),
    ...(user.is_blocked && may.unblock ? ['unblock' as const] : []),
  ]
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <span className="grid min-w-0">
        <span className="font-medium break-words">{user.name}</span>
        <span className="text-sm break-all text-muted">{user.username}</span>
      </span>
      <span className="flex flex-wrap items-center gap-2">
        <AccountState account={user} />
        {actions.map((action) => (
          <Button
            key={action}
            size="small"
            busy={change.isPending && change.variables === action}
            onClick={() => change.mutate(action)}
          >
            {t(`users.do.${action}`)}
          </Button>
        ))}
        {may.delete && (
          <Button size="small" kind="danger" onClick={onRemove}>
            {t('common.delete')}
          </Button>
        )}
      </span>
    </li>
  )
}
