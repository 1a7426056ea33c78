import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { Account, ApiKey } from '@wachta/client'
import { useState } from 'react'
import { client, errorText } from '../../app/client/client.ts'
import { useIsObserver } from '../../app/client/session-scope.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { Failed } from '../../app/shell/failed.tsx'
import { useSearchChange } from '../../app/shell/use-list-search.ts'
import { useOpenByUrl } from '../../app/shell/use-open-by-url.ts'
import { Button } from '../../ui/button.tsx'
import { CardList } from '../../ui/card-list.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ScreenSection } from '../../ui/section.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { showToast, showWarning } from '../../ui/toast.tsx'
import { useNow } from '../../ui/use-now.ts'
import { ApiKeyRow } from './api-key-row.tsx'
import { getKeyState } from './api-key-scopes.ts'
import { CreateApiKey, type CreatedKey } from './create-api-key.tsx'
import { NewApiKey } from './new-api-key.tsx'
import { apiKeyKeys, apiKeysQuery } from './queries.ts'
import { apiKeyTexts } from './texts.ts'

const route = getRouteApi('/inside/framed/account')

/** The API keys of the user. */
export function ApiKeys({ account }: { readonly account: Account }) {
  const { t } = useI18n()
  const texts = useTexts(apiKeyTexts)
  const { data, error } = useQuery(apiKeysQuery(account.id))
  const [isCreating, setCreating] = useState(false)
  const mayCreate = !useIsObserver()
  useOpenByUrl(data && mayCreate ? 'api-key' : null, () => setCreating(true))
  const [created, setCreated] = useState<CreatedKey | null>(null)
  if (!data) return error ? <Failed error={error} /> : <SkeletonRows label={t('common.loading')} count={3} />
  const create = mayCreate && (
    <Button kind="primary" onClick={() => setCreating(true)}>
      {t('apiKeys.create')}
    </Button>
  )
  const finish = (key: CreatedKey) => {
    setCreating(false)
    setCreated(key)
  }
  return (
    <ScreenSection title={t('account.apiKeys')} text={texts('apiKeys.text')} actions={data.length > 0 && create}>
      {data.length === 0 ? (
        <EmptyState title={texts('apiKeys.emptyTitle')} action={create}>
          {texts('apiKeys.emptyText')}
        </EmptyState>
      ) : (
        <KeyList keys={data} />
      )}
      {isCreating && <CreateApiKey onClose={() => setCreating(false)} onCreated={finish} />}
      {created && <NewApiKey created={created} onClose={() => setCreated(null)} />}
    </ScreenSection>
  )
}

/** The active keys; expired and revoked ones are shown on request only. */
function KeyList({ keys }: { readonly keys: readonly ApiKey[] }) {
  const texts = useTexts(apiKeyTexts)
  const now = useNow()
  const showsAll = route.useSearch().keys === 'all'
  const change = useSearchChange()
  const [revoking, setRevoking] = useState<ApiKey | null>(null)
  const active = keys.filter((key) => getKeyState(key, now.getTime()) === 'active')
  const shown = showsAll ? keys : active
  return (
    <div className="grid gap-4">
      {shown.length === 0 && <p className="text-muted">{texts('apiKeys.nothingActive')}</p>}
      <CardList aria-label={texts('apiKeys.list')}>
        {shown.map((key) => (
          <ApiKeyRow key={key.id} apiKey={key} now={now} onRevoke={() => setRevoking(key)} />
        ))}
      </CardList>
      {active.length < keys.length && (
        <label className="flex items-center gap-2.5 text-sm">
          <input
            type="checkbox"
            checked={showsAll}
            onChange={(event) => change({ keys: event.target.checked ? 'all' : '' })}
            className="size-4.5 accent-accent"
          />
          {texts('apiKeys.showAll')}
        </label>
      )}
      {revoking && <RevokeKey apiKey={revoking} onClose={() => setRevoking(null)} />}
    </div>
  )
}

function RevokeKey({ apiKey, onClose }: { readonly apiKey: ApiKey; readonly onClose: () => void }) {
  const { t } = useI18n()
  const texts = useTexts(apiKeyTexts)
  const queries = useQueryClient()
  const revoke = useMutation({
    mutationFn: () => client.call('revoke_api_key', { path: { _id: apiKey.id } }),
    onSuccess: () => {
      showToast(texts('apiKeys.revokeDone'))
      onClose()
      return queries.invalidateQueries({ queryKey: apiKeyKeys.all })
    },
    onError: (failure) => showWarning(errorText(failure)),
  })
  return (
    <Confirm
      title={texts('apiKeys.revokeAsk', { name: apiKey.name })}
      description={texts('apiKeys.revokeMeans', { prefix: apiKey.prefix })}
      confirm={texts('apiKeys.revoke')}
      cancel={t('common.cancel')}
      closeLabel={t('common.close')}
      busy={revoke.isPending}
      isDangerous
      onClose={onClose}
      onConfirm={() => revoke.mutate()}
    />
  )
}
