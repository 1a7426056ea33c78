import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Account } from '@wachta/client'
import { client, errorText } from '../../app/client/client.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { Button } from '../../ui/button.tsx'
import { showToast, showWarning } from '../../ui/toast.tsx'
import { useGroups } from '../groups/queries.ts'
import { AccountState } from './account-state.tsx'
import { accountKeys } from './queries.ts'
import { toChosenRole } from './roles.ts'
import { userTexts } from './texts.ts'

type Change = 'block' | 'unblock' | 'resend'

interface UserRowProps {
  readonly user: Account
  readonly onChangeRole: () => void
  readonly onRemove: () => void
}

/** One additional user, with the available actions. */
export function UserRow({ user, onChangeRole, onRemove }: UserRowProps) {
  const { t } = useI18n()
  const texts = useTexts(userTexts)
  const queries = useQueryClient()
  const path = { _id: user.id }
  const change = useMutation({
    mutationFn: (what: Change) => {
      if (what === 'block') return client.call('block_account', { path })
      if (what === 'unblock') return client.call('unblock_account', { path })
      return client.call('resend_invitation', { path })
    },
    onSuccess: (_, what) => {
      showToast(
        what === 'resend' ? texts('users.resent', { name: user.name }) : texts('users.changed', { name: user.name }),
      )
      return queries.invalidateQueries({ queryKey: accountKeys.all })
    },
    onError: (error) => showWarning(errorText(error)),
  })
  const permissions = user.permissions ?? {}
  const groups = useGroups()
  const names = (user.role_group_ids ?? []).map((id) => groups.get(id)?.name ?? String(id))
  const actions: Change[] = [
    ...(!user.is_activated && !user.is_blocked && permissions.assign_role ? ['resend' as const] : []),
    ...(!user.is_blocked && permissions.block ? ['block' as const] : []),
    ...(user.is_blocked && permissions.unblock ? ['unblock' as const] : []),
  ]
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <span className="grid min-w-0">
        <span className="font-medium break-words">{user.name}</span>
        <span className="text-sm break-all text-muted">{user.username}</span>
        <span className="text-sm text-muted">
          {t(`users.roles.${toChosenRole(user).role}`)}
          {names.length > 0 && `: ${names.join(', ')}`}
        </span>
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
            {texts(`users.do.${action}`)}
          </Button>
        ))}
        {permissions.assign_role && (
          <Button size="small" onClick={onChangeRole}>
            {texts('users.do.role')}
          </Button>
        )}
        {permissions.delete && (
          <Button size="small" kind="danger" onClick={onRemove}>
            {t('common.delete')}
          </Button>
        )}
      </span>
    </li>
  )
}
