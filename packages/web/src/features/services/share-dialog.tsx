import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Group } from '@wachta/client'
import { useState } from 'react'
import { FormDialog } from '../../app/forms/form-dialog.tsx'
import { useSending } from '../../app/forms/sending.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { Failed } from '../../app/shell/failed.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { FormField } from '../../ui/field.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast.tsx'
import { accountsQuery } from '../accounts/queries.ts'
import { groupKeys, groupSharesQuery } from '../groups/queries.ts'
import { ShareRights } from '../groups/share-rights.tsx'
import { listCandidates } from './share-candidates.ts'

interface ShareDialogProps {
  readonly group: Group
  readonly onClose: () => void
}

/** The accounts that the group is shared with and what they may do, and a field to add another. */
export function ShareDialog({ group, onClose }: ShareDialogProps) {
  const { t } = useI18n()
  const queries = useQueryClient()
  const { data: shares = [] } = useQuery(groupSharesQuery(group.id))
  const { data: accounts } = useQuery(accountsQuery)
  const [chosen, setChosen] = useState<string | null>(null)
  const [isTried, setTried] = useState(false)
  const candidates = listCandidates(accounts ?? [], group.owner_id, shares)
  const sending = useSending({
    send: async (client) => {
      if (chosen !== null)
        await client.call('put_group_share', { path: { _id: group.id, _account_id: Number(chosen) }, body: {} })
    },
    onSuccess: () => {
      showToast(t('sharing.saved', { group: group.name }))
      setChosen((current) => (current === chosen ? null : current))
      setTried(false)
      return queries.invalidateQueries({ queryKey: groupKeys.shares })
    },
  })
  const mutate = () => {
    setTried(true)
    if (chosen !== null) sending.mutate()
  }
  return (
    <FormDialog
      title={t('share.title', { group: group.name })}
      description={t('share.text')}
      submit={t('share.submit')}
      fields={['account_id']}
      mutation={{ ...sending, mutate }}
      // The checkboxes of the list apply immediately, so only a chosen account is not saved yet.
      isSaved={chosen === null}
      onClose={onClose}
    >
      {(getFieldErrors) => (
        <>
          <ShareList group={group} />
          <FormField
            label={t('share.with')}
            {...(accounts && candidates.length === 0 && { hint: t('share.noAccounts') })}
            fieldErrors={[...(isTried && chosen === null ? [t('share.missing')] : []), ...getFieldErrors('account_id')]}
          >
            {(fieldIds) => (
              <Combobox
                fieldIds={fieldIds}
                choices={candidates.map(({ id, name, username }) => ({
                  value: String(id),
                  label: `${name} · ${username}`,
                }))}
                value={chosen}
                onChoose={setChosen}
                placeholder={t('corrections.choose')}
                nothing={t('filters.nothing')}
              />
            )}
          </FormField>
        </>
      )}
    </FormDialog>
  )
}

/** The accounts that the group is shared with. */
function ShareList({ group }: { readonly group: Group }) {
  const { t } = useI18n()
  const { data, error } = useQuery(groupSharesQuery(group.id))
  if (!data) return error ? <Failed error={error} /> : <SkeletonRows label={t('common.loading')} count={2} />
  if (data.length === 0) return <p className="text-muted">{t('share.none')}</p>
  return (
    <ul aria-label={t('share.shared')}>
      {data.map((share) => {
        // The user may not be allowed to see the name of the account.
        const label = share.account?.name ?? `#${share.account_id}`
        return (
          <ShareRights
            key={share.account_id}
            label={label}
            legend={t('share.rights', { name: label })}
            group={group}
            account={share.account_id}
            share={share}
          />
        )
      })}
    </ul>
  )
}
