import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Service } from '@wachta/client'
import { Suspense, useState } from 'react'
import { client, errorText } from '../../app/client/client.ts'
import { useMay, useMe } from '../../app/client/me.ts'
import { serviceKeys } from '../../app/client/service-keys.ts'
import { DeleteButton } from '../../app/forms/delete-button.tsx'
import { useI18n } from '../../app/i18n/language.tsx'
import { lazyPart } from '../../app/routing/lazy-part.ts'
import { Button } from '../../ui/button.tsx'
import { showToast, showWarning } from '../../ui/toast.tsx'
import { CheckNow } from '../checks-and-history/check-now.tsx'
import { heartbeatType } from '../heartbeats/queries.ts'
import { serviceListKeys } from '../services/queries.ts'
import { mayDuplicateQuery } from './queries.ts'

const ServiceReport = lazyPart(async () => (await import('../reports/service-report.tsx')).ServiceReport)
const Duplicate = lazyPart(async () => (await import('./duplicate.tsx')).Duplicate)

/** What can be done with a service: check, pause or resume, duplicate, report, delete. */
export function ServiceActions({ service }: { readonly service: Service }) {
  const { t } = useI18n()
  const [isDuplicating, setDuplicating] = useState(false)
  const [isReporting, setReporting] = useState(false)
  const mayReport = useMayReport(service)
  const { data: mayDuplicate } = useQuery(mayDuplicateQuery(service.group_id))
  const { permissions, is_archived, type_id } = service
  return (
    <>
      {permissions?.force_analysis && !is_archived && type_id !== heartbeatType && <CheckNow id={service.id} />}
      {permissions?.update && !is_archived && <PauseOrResume service={service} />}
      {mayDuplicate && !is_archived && <Button onClick={() => setDuplicating(true)}>{t('service.duplicate')}</Button>}
      {mayReport && <Button onClick={() => setReporting(true)}>{t('report.dialog')}</Button>}
      {permissions?.delete && <DeleteService service={service} />}
      {isReporting && (
        <Suspense>
          <ServiceReport service={service} onClose={() => setReporting(false)} />
        </Suspense>
      )}
      {isDuplicating && (
        <Suspense>
          <Duplicate service={service} onClose={() => setDuplicating(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Reports cover only services of one's own account, which for an additional user is the parent account. */
function useMayReport({ owner_id }: Service): boolean {
  const { data: me } = useMe()
  const mayCreate = useMay('create_report_templates')
  const isOwn = owner_id === me?.id || owner_id === me?.parent_account_id
  return isOwn && mayCreate === true
}

function PauseOrResume({ service }: { readonly service: Service }) {
  const { t } = useI18n()
  const queries = useQueryClient()
  const { id, is_active } = service
  const mutation = useMutation({
    mutationFn: () => {
      const body = { ids: [id] }
      return is_active ? client.call('bulk_pause_services', { body }) : client.call('bulk_activate_services', { body })
    },
    onSuccess: () => {
      showToast(t(is_active ? 'service.pausedNow' : 'service.resumedNow'))
      return Promise.all(
        [serviceKeys.one(id), serviceListKeys.statuses].map((queryKey) => queries.invalidateQueries({ queryKey })),
      )
    },
    onError: (error) => showWarning(errorText(error)),
  })
  return (
    <Button busy={mutation.isPending} onClick={() => mutation.mutate()}>
      {t(is_active ? 'bulk.pause' : 'bulk.activate')}
    </Button>
  )
}

function DeleteService({ service: { id, name } }: { readonly service: Service }) {
  const { t } = useI18n()
  const queries = useQueryClient()
  const navigate = useNavigate()
  return (
    <DeleteButton
      size="normal"
      title={t('service.deleteAsk', { name })}
      consequences={t('bulk.means.delete')}
      doneMessage={t('service.deleted', { name })}
      deleteRecord={() => client.call('delete_service', { path: { _id: id } })}
      onDone={async () => {
        // Leave the page first, because reloading the deleted service would fail.
        await navigate({ to: '/services' })
        return Promise.all(
          [serviceListKeys.statuses, serviceListKeys.archived].map((queryKey) =>
            queries.invalidateQueries({ queryKey }),
          ),
        )
      }}
    />
  )
}
