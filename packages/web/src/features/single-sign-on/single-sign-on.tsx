import { useQuery } from '@tanstack/react-query'
import type { Account, SsoConnection } from '@wachta/client'
import { useState } from 'react'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { Failed } from '../../app/shell/failed.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ScreenSection } from '../../ui/section.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { ConnectionForm } from './connection-form.tsx'
import { ConnectionSection } from './connection-section.tsx'
import { LinkSection } from './link-section.tsx'
import { ssoQuery } from './queries.ts'
import { ssoTexts } from './texts.ts'

/** How the users of the account sign in at an identity provider. */
export function SingleSignOn({ account, isManaging }: { readonly account: Account; readonly isManaging: boolean }) {
  return isManaging ? <Connections account={account} /> : <LinkSection />
}

function Connections({ account }: { readonly account: Account }) {
  const { t } = useI18n()
  const texts = useTexts(ssoTexts)
  const { data, error } = useQuery(ssoQuery)
  const [adding, setAdding] = useState<{ readonly source: SsoConnection | null } | null>(null)
  if (!data) return error ? <Failed error={error} /> : <SkeletonRows label={t('common.loading')} />
  const { connections, domains } = data
  const ownConnections = connections.filter(({ owner_id }) => owner_id === account.id)
  const offers = connections.filter(
    ({ owner_id, is_offered }) => owner_id === account.reseller_account_id && is_offered,
  )
  const addButton = (
    <Button kind="primary" onClick={() => setAdding({ source: null })}>
      {texts('sso.add')}
    </Button>
  )
  return (
    <div className="grid gap-8">
      <ScreenSection title={t('sso.title')} text={texts('sso.text')} actions={ownConnections.length > 0 && addButton}>
        {ownConnections.length === 0 ? (
          <EmptyState title={texts('sso.emptyTitle')} action={addButton}>
            {texts('sso.emptyText')}
          </EmptyState>
        ) : (
          <div className="grid gap-6">
            {ownConnections.map((connection) => (
              <ConnectionSection
                key={connection.id}
                connection={connection}
                domains={domains.filter(({ connection_id }) => connection_id === connection.id)}
              />
            ))}
          </div>
        )}
      </ScreenSection>
      {offers.map((offer) => (
        <ScreenSection
          key={offer.id}
          title={texts('sso.offered', { name: offer.name })}
          text={texts('sso.offeredText', { issuer: offer.issuer ?? '' })}
          actions={<Button onClick={() => setAdding({ source: offer })}>{texts('sso.useOffer')}</Button>}
        >
          {null}
        </ScreenSection>
      ))}
      {account.parent_account_id !== null && <LinkSection />}
      {adding && (
        <ConnectionForm owner={account.id} source={adding.source} connection={null} onClose={() => setAdding(null)} />
      )}
    </div>
  )
}
