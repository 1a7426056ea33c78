import { useQueryClient } from '@tanstack/react-query'
import type { SsoConnection, SsoDomain } from '@wachta/client'
import { useState } from 'react'
import { client } from '../../app/client/client.ts'
import { DeleteButton } from '../../app/forms/delete-button.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ClientSecret } from './client-secret.tsx'
import { ConnectionForm } from './connection-form.tsx'
import { ConnectionTest } from './connection-test.tsx'
import { CopyableValue } from './copyable-value.tsx'
import { Domains } from './domains.tsx'
import { ssoKeys } from './queries.ts'
import { ScimToken } from './scim-token.tsx'
import { ssoTexts } from './texts.ts'

interface ConnectionSectionProps {
  readonly connection: SsoConnection
  readonly domains: readonly SsoDomain[]
}

/** One connection: the URLs for the identity provider, a test, its domains, and SCIM. */
export function ConnectionSection({ connection, domains }: ConnectionSectionProps) {
  const texts = useTexts(ssoTexts)
  const queries = useQueryClient()
  const [openDialog, setOpenDialog] = useState<'form' | 'secret' | null>(null)
  const { id, name, slug, issuer, owner_id } = connection
  const states = [
    ...(connection.is_enabled ? [] : [texts('sso.disabled')]),
    ...(connection.is_enforced ? [texts('sso.enforced')] : []),
    ...(connection.is_offered ? [texts('sso.isOffered')] : []),
  ]
  const base = `${location.origin}/sso/${slug}`
  return (
    <Card className="grid gap-6 p-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h3 className="text-base font-semibold wrap-anywhere">{name}</h3>
          <p className="text-sm text-muted wrap-anywhere">
            {[issuer ?? texts('sso.ofReseller'), ...states].join(' · ')}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button size="small" onClick={() => setOpenDialog('form')}>
            {texts('sso.edit')}
          </Button>
          {issuer !== null && (
            <Button size="small" onClick={() => setOpenDialog('secret')}>
              {texts('sso.changeSecret')}
            </Button>
          )}
          <DeleteButton
            text={texts('sso.deleteConnection')}
            label={texts('sso.delete', { name })}
            title={texts('sso.deleteAsk', { name })}
            consequences={texts('sso.deleteMeans')}
            doneMessage={texts('sso.deleted')}
            deleteRecord={() => client.call('delete_sso_connection', { path: { _id: id } })}
            onDone={() => queries.invalidateQueries({ queryKey: ssoKeys.all })}
          />
        </div>
      </div>
      <dl className="grid gap-3">
        {issuer !== null && <CopyableValue label={texts('sso.redirectUri')} text={`${base}/callback`} />}
        {issuer !== null && <CopyableValue label={texts('sso.logoutUri')} text={`${base}/logout`} />}
        <CopyableValue label={texts('sso.signInLink')} text={base} />
      </dl>
      <ConnectionTest connection={connection} />
      <Domains connection={connection} domains={domains} />
      <ScimToken connection={connection} />
      {openDialog === 'form' && (
        <ConnectionForm owner={owner_id} source={null} connection={connection} onClose={() => setOpenDialog(null)} />
      )}
      {openDialog === 'secret' && <ClientSecret connection={connection} onClose={() => setOpenDialog(null)} />}
    </Card>
  )
}
