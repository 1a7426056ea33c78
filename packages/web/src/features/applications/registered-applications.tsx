import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Account, Application } from '@wachta/client'
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
import { type ApplicationCredentials, NewApplication } from './new-application.tsx'
import { applicationKeys, applicationsQuery } from './queries.ts'
import { RegisterApplication } from './register-application.tsx'
import { applicationTexts } from './texts.ts'

/** The applications that the account registered, for its developers. */
export function RegisteredApplications({ owner }: { readonly owner: Account }) {
  const { t } = useI18n()
  const texts = useTexts(applicationTexts)
  const { data, error } = useQuery(applicationsQuery(owner.id))
  const [isRegistering, setRegistering] = useState(false)
  const [shown, setShown] = useState<ApplicationCredentials | null>(null)
  if (!data) return error ? <Failed error={error} /> : <SkeletonRows label={t('common.loading')} count={2} />
  // An application can act as the account itself, so only those who manage its users register one.
  const registerButton = owner.permissions?.create_users === true && (
    <Button onClick={() => setRegistering(true)}>{texts('applications.register')}</Button>
  )
  const finish = (credentials: ApplicationCredentials) => {
    setRegistering(false)
    setShown(credentials)
  }
  return (
    <ScreenSection
      title={texts('applications.registered')}
      text={texts('applications.registeredText')}
      actions={data.length > 0 && registerButton}
    >
      {data.length === 0 ? (
        <EmptyState title={texts('applications.noneTitle')} action={registerButton}>
          {texts('applications.noneText')}
        </EmptyState>
      ) : (
        <CardList aria-label={texts('applications.registered')}>
          {data.map((application) => (
            <ApplicationRow key={application.id} application={application} onSecret={setShown} />
          ))}
        </CardList>
      )}
      {isRegistering && <RegisterApplication onClose={() => setRegistering(false)} onRegistered={finish} />}
      {shown && <NewApplication shown={shown} onClose={() => setShown(null)} />}
    </ScreenSection>
  )
}

interface ApplicationRowProps {
  readonly application: Application & { readonly permissions?: Readonly<Record<string, boolean | undefined>> | null }
  readonly onSecret: (shown: ApplicationCredentials) => void
}

function ApplicationRow({ application, onSecret }: ApplicationRowProps) {
  const texts = useTexts(applicationTexts)
  const [pendingAction, setPendingAction] = useState<'rotate' | 'delete' | null>(null)
  const { name, client_id, kind, redirect_uris, permissions } = application
  return (
    <li className="grid items-start gap-x-6 gap-y-2 py-3 md:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)_auto]">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-sm text-muted">{texts(`applications.kind.${kind}`)}</p>
      </div>
      <div className="min-w-0 text-sm">
        <p className="wrap-anywhere">
          <span className="text-muted">{texts('applications.clientId')}:</span>{' '}
          <code className="font-mono">{client_id}</code>
        </p>
        {redirect_uris.map((uri) => (
          <p key={uri} className="text-muted wrap-anywhere">
            {uri}
          </p>
        ))}
      </div>
      <div className="flex flex-wrap gap-2 md:justify-end">
        {permissions?.['rotate_secret'] && (
          <Button size="small" onClick={() => setPendingAction('rotate')}>
            {texts('applications.rotate')}
          </Button>
        )}
        {permissions?.['delete'] && (
          <Button size="small" kind="danger" onClick={() => setPendingAction('delete')}>
            {texts('applications.delete')}
          </Button>
        )}
      </div>
      {pendingAction && (
        <ConfirmChange
          application={application}
          change={pendingAction}
          onSecret={onSecret}
          onClose={() => setPendingAction(null)}
        />
      )}
    </li>
  )
}

interface ConfirmChangeProps extends ApplicationRowProps {
  readonly change: 'rotate' | 'delete'
  readonly onClose: () => void
}

function ConfirmChange({ application: { id, name, client_id }, change, onSecret, onClose }: ConfirmChangeProps) {
  const { t } = useI18n()
  const texts = useTexts(applicationTexts)
  const queries = useQueryClient()
  const onError = (failure: Error) => showWarning(errorText(failure))
  const rotate = useMutation({
    mutationFn: () => client.call('rotate_application_secret', { path: { _id: id } }),
    onSuccess: ({ client_secret }) => {
      onClose()
      onSecret({ name, clientId: client_id, secret: client_secret })
    },
    onError,
  })
  const remove = useMutation({
    mutationFn: () => client.call('delete_application', { path: { _id: id } }),
    onSuccess: () => {
      showToast(texts('applications.deleteDone'))
      onClose()
      return queries.invalidateQueries({ queryKey: applicationKeys.all })
    },
    onError,
  })
  return (
    <Confirm
      title={texts(`applications.${change}Ask`, { name })}
      description={texts(`applications.${change}Means`)}
      confirm={texts(`applications.${change}`)}
      cancel={t('common.cancel')}
      closeLabel={t('common.close')}
      busy={rotate.isPending || remove.isPending}
      isDangerous
      onClose={onClose}
      onConfirm={() => (change === 'rotate' ? rotate.mutate() : remove.mutate())}
    />
  )
}
