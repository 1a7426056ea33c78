import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Account } from '@wachta/client'
import { useState } from 'react'
import { client, errorText } from '../../app/client/client.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { Failed } from '../../app/shell/failed.tsx'
import { Button } from '../../ui/button.tsx'
import { CardList } from '../../ui/card-list.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ScreenSection } from '../../ui/section.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { showToast, showWarning } from '../../ui/toast.tsx'
import { ChangeRole } from './change-role.tsx'
import { InviteUser } from './invite-user.tsx'
import { accountKeys, usersQuery } from './queries.ts'
import { userTexts } from './texts.ts'
import { UserRow } from './user-row.tsx'

/** The additional users of the account. */
export function Users({ account }: { readonly account: Account }) {
  const { t } = useI18n()
  const texts = useTexts(userTexts)
  const queries = useQueryClient()
  const { data, error } = useQuery(usersQuery(account.id))
  const [isInviting, setInviting] = useState(false)
  const [changing, setChanging] = useState<Account | null>(null)
  const [removing, setRemoving] = useState<Account | null>(null)
  const refresh = () => queries.invalidateQueries({ queryKey: accountKeys.all })
  const remove = useMutation({
    mutationFn: (user: Account) => client.call('delete_account', { path: { _id: user.id } }),
    onSuccess: (_, { name }) => {
      setRemoving(null)
      showToast(texts('users.removed', { name }))
      return refresh()
    },
    onError: (failure) => showWarning(errorText(failure)),
  })
  if (!data) return error ? <Failed error={error} /> : <SkeletonRows label={t('common.loading')} count={3} />
  const inviteButton = account.permissions?.create_users && (
    <Button kind="primary" onClick={() => setInviting(true)}>
      {texts('users.invite')}
    </Button>
  )
  return (
    <ScreenSection title={t('account.users')} text={texts('users.text')} actions={data.length > 0 && inviteButton}>
      {data.length === 0 ? (
        <EmptyState title={texts('users.emptyTitle')} action={inviteButton}>
          {texts('users.empty')}
        </EmptyState>
      ) : (
        <CardList>
          {data.map((user) => (
            <UserRow
              key={user.id}
              user={user}
              onChangeRole={() => setChanging(user)}
              onRemove={() => setRemoving(user)}
            />
          ))}
        </CardList>
      )}
      {isInviting && <InviteUser account={account} onClose={() => setInviting(false)} />}
      {changing && <ChangeRole user={changing} onClose={() => setChanging(null)} />}
      {removing && (
        <Confirm
          title={texts('users.ask', { name: removing.name })}
          description={texts('users.means')}
          confirm={t('common.delete')}
          cancel={t('common.cancel')}
          closeLabel={t('common.close')}
          busy={remove.isPending}
          isDangerous
          onClose={() => setRemoving(null)}
          onConfirm={() => remove.mutate(removing)}
        />
      )}
    </ScreenSection>
  )
}
