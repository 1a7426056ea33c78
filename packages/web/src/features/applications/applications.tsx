import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Account, ApplicationGrant } from '@wachta/client'
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
import { useNow } from '../../ui/use-now.ts'
import { applicationGrantsQuery, applicationKeys } from './queries.ts'
import { RegisteredApplications } from './registered-applications.tsx'
import { useAccessText } from './scope-text.ts'
import { applicationTexts } from './texts.ts'

/** The applications that have access to the account of the user, and those that the account registered. */
export function Applications({ account, owner }: { readonly account: Account; readonly owner: Account }) {
  return (
    <div className="grid gap-8">
      <Grants account={account} />
      <RegisteredApplications owner={owner} />
    </div>
  )
}

function Grants({ account }: { readonly account: Account }) {
  const { t } = useI18n()
  const texts = useTexts(applicationTexts)
  const { data, error } = useQuery(applicationGrantsQuery(account.id))
  const [revoking, setRevoking] = useState<ApplicationGrant | null>(null)
  if (!data) return error ? <Failed error={error} /> : <SkeletonRows label={t('common.loading')} count={2} />
  return (
    <ScreenSection title={texts('applications.withAccess')} text={texts('applications.withAccessText')}>
      {data.length === 0 ? (
        <EmptyState title={texts('applications.nothingTitle')}>{texts('applications.nothingText')}</EmptyState>
      ) : (
        <CardList aria-label={texts('applications.withAccess')}>
          {data.map((grant) => (
            <GrantRow key={grant.id} grant={grant} onRevoke={() => setRevoking(grant)} />
          ))}
        </CardList>
      )}
      {revoking && <RevokeGrant grant={revoking} onClose={() => setRevoking(null)} />}
    </ScreenSection>
  )
}

function GrantRow({ grant, onRevoke }: { readonly grant: ApplicationGrant; readonly onRevoke: () => void }) {
  const { formats } = useI18n()
  const texts = useTexts(applicationTexts)
  const describeScope = useAccessText()
  const now = useNow()
  const { application_name, scopes, created_at, last_used_at, expires_at } = grant
  return (
    <li className="grid items-start gap-x-6 gap-y-2 py-3 md:grid-cols-[minmax(0,1fr)_minmax(0,1.6fr)_12rem_auto]">
      <p className="font-medium wrap-anywhere">{application_name}</p>
      <p className="text-sm wrap-anywhere">{scopes.map((scope) => describeScope(scope).label).join(', ')}</p>
      <div className="text-sm">
        <p>{texts('applications.since', { time: formats.day(created_at) })}</p>
        <p className="text-muted">
          {last_used_at === null
            ? texts('applications.unused')
            : texts('applications.used', { ago: formats.ago(last_used_at, now) })}
        </p>
        <p className="text-muted">{texts('applications.until', { time: formats.day(expires_at) })}</p>
      </div>
      <div className="md:text-right">
        <Button size="small" kind="danger" onClick={onRevoke}>
          {texts('applications.revoke')}
        </Button>
      </div>
    </li>
  )
}

function RevokeGrant({ grant, onClose }: { readonly grant: ApplicationGrant; readonly onClose: () => void }) {
  const { t } = useI18n()
  const texts = useTexts(applicationTexts)
  const queries = useQueryClient()
  const revoke = useMutation({
    mutationFn: () => client.call('delete_application_grant', { path: { _id: grant.id } }),
    onSuccess: () => {
      showToast(texts('applications.revokeDone'))
      onClose()
      return queries.invalidateQueries({ queryKey: applicationKeys.grants })
    },
    onError: (failure) => showWarning(errorText(failure)),
  })
  return (
    <Confirm
      title={texts('applications.revokeAsk', { name: grant.application_name })}
      description={texts('applications.revokeMeans')}
      confirm={texts('applications.revoke')}
      cancel={t('common.cancel')}
      closeLabel={t('common.close')}
      busy={revoke.isPending}
      isDangerous
      onClose={onClose}
      onConfirm={() => revoke.mutate()}
    />
  )
}
