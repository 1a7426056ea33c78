import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Account } from '@wachta/client'
import { useState } from 'react'
import { client, errorText } from '../../app/client/client.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { Failed } from '../../app/shell/failed.tsx'
import { Button } from '../../ui/button.tsx'
import { CardList } from '../../ui/card-list.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { ScreenSection } from '../../ui/section.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { showToast, showWarning } from '../../ui/toast.tsx'
import { accountKeys, signingKeysQuery } from './queries.ts'

/** The API allows two keys: the current one and its successor. */
const maxKeys = 2

/** The keys that webhook requests are signed with. */
export function SigningKeys({ account }: { readonly account: Account }) {
  const { t, formats } = useI18n()
  const queries = useQueryClient()
  const { data, error } = useQuery(signingKeysQuery(account.id))
  const [removing, setRemoving] = useState<number | null>(null)
  const refresh = () => queries.invalidateQueries({ queryKey: accountKeys.signingKeys })
  const create = useMutation({
    mutationFn: () => client.call('create_signing_key', { path: { _id: account.id } }),
    onSuccess: refresh,
    onError: (failure) => showWarning(errorText(failure)),
  })
  const remove = useMutation({
    mutationFn: (id: number) => client.call('delete_signing_key', { path: { _id: account.id, _key_id: id } }),
    onSuccess: (_, id) => {
      setRemoving(null)
      if (create.data?.id === id) create.reset()
      showToast(t('keys.removed'))
      return refresh()
    },
    onError: (failure) => showWarning(errorText(failure)),
  })
  if (!data) return error ? <Failed error={error} /> : <SkeletonRows label={t('common.loading')} count={2} />
  const isFull = data.length >= maxKeys
  return (
    <ScreenSection title={t('account.keys')} text={t('keys.text')}>
      <div className="grid max-w-3xl gap-4">
        {create.data && (
          <div role="status" className="grid gap-2 rounded-md border border-unknown-fill bg-unknown-soft p-3">
            <p className="text-unknown">
              <span aria-hidden="true">▲ </span>
              {t('keys.once')}
            </p>
            <code className="font-mono text-sm break-all">{create.data.key}</code>
          </div>
        )}
        {data.length === 0 && <p className="text-muted">{t('keys.none')}</p>}
        <CardList>
          {data.map(({ id, created_at }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-2">
              <span>{t('keys.made', { id, time: formats.exact(created_at) })}</span>
              <Button size="small" kind="danger" onClick={() => setRemoving(id)}>
                {t('common.delete')}
              </Button>
            </li>
          ))}
        </CardList>
        <div className="flex flex-wrap items-center gap-3">
          <Button busy={create.isPending} disabled={isFull} onClick={() => create.mutate()}>
            {t('keys.make')}
          </Button>
          {isFull && <span className="text-muted">{t('keys.full')}</span>}
        </div>
      </div>
      {removing !== null && (
        <Confirm
          title={t('keys.ask', { id: removing })}
          description={t('keys.means')}
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
