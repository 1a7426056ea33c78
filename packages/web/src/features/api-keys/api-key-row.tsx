import type { ApiKey } from '@wachta/client'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { Button } from '../../ui/button.tsx'
import { useGroups } from '../groups/queries.ts'
import { getKeyState, type ScopeFamily } from './api-key-scopes.ts'
import { apiKeyTexts } from './texts.ts'

interface ApiKeyRowProps {
  readonly apiKey: ApiKey
  readonly now: Date
  readonly onRevoke: () => void
}

/** One API key: its name and prefix, scopes, expiry and last use. */
export function ApiKeyRow({ apiKey, now, onRevoke }: ApiKeyRowProps) {
  const { formats } = useI18n()
  const texts = useTexts(apiKeyTexts)
  const { name, prefix, last_used_at } = apiKey
  const isActive = getKeyState(apiKey, now.getTime()) === 'active'
  return (
    <li className="grid items-start gap-x-6 gap-y-2 py-3 md:grid-cols-[minmax(0,1fr)_minmax(0,1.6fr)_12rem_7rem]">
      <div className="min-w-0">
        <p className={`font-medium wrap-anywhere ${isActive ? '' : 'text-muted'}`}>{name}</p>
        <code className="font-mono text-sm text-muted">{prefix}…</code>
      </div>
      <Scopes apiKey={apiKey} />
      <div className="text-sm">
        <p className={isActive ? '' : 'text-failure'}>
          <ExpiryText apiKey={apiKey} now={now} />
        </p>
        <p className="text-muted">
          {last_used_at === null
            ? texts('apiKeys.unused')
            : texts('apiKeys.used', { ago: formats.ago(last_used_at, now) })}
        </p>
      </div>
      <div className="md:text-right">
        {isActive && (
          <Button size="small" kind="danger" onClick={onRevoke}>
            {texts('apiKeys.revoke')}
          </Button>
        )}
      </div>
    </li>
  )
}

function Scopes({ apiKey: { scopes, group_ids } }: { readonly apiKey: ApiKey }) {
  const { formats } = useI18n()
  const texts = useTexts(apiKeyTexts)
  const groups = useGroups()
  const names = group_ids?.map((id) => groups.get(id)?.name ?? `#${id}`)
  return (
    <div className="grid gap-0.5 text-sm">
      {(['write', 'read'] as const).map((access) => {
        const families = scopes.filter((scope) => scope.endsWith(`:${access}`)).map((scope) => scope.split(':')[0])
        if (families.length === 0) return null
        const labels = families.map((family) => texts(`apiKeys.family.${family as ScopeFamily}`))
        return (
          <p key={access} className="wrap-anywhere">
            <span className="text-muted">{texts(`apiKeys.access.${access}`)}:</span> {labels.join(', ')}
          </p>
        )
      })}
      {names && (
        <p className="text-muted wrap-anywhere">{texts('apiKeys.onlyGroups', { groups: formats.list(names) })}</p>
      )}
    </div>
  )
}

function ExpiryText({ apiKey, now }: Pick<ApiKeyRowProps, 'apiKey' | 'now'>) {
  const { formats } = useI18n()
  const texts = useTexts(apiKeyTexts)
  const { revoked_at, expires_at } = apiKey
  if (revoked_at !== null) return texts('apiKeys.revoked', { time: formats.day(revoked_at) })
  if (expires_at === null) return texts('apiKeys.neverExpires')
  const time = formats.day(expires_at)
  return getKeyState(apiKey, now.getTime()) === 'expired'
    ? texts('apiKeys.expired', { time })
    : texts('apiKeys.expires', { time })
}
