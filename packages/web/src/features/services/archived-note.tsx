import { useQueryClient } from '@tanstack/react-query'
import type { Service } from '@wachta/client'
import { errorText } from '../../app/client/client.ts'
import { serviceKeys } from '../../app/client/service-keys.ts'
import { CopyAsCurl } from '../../app/forms/copy-as-curl.tsx'
import { useSending } from '../../app/forms/sending.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { showToast, showWarning } from '../../ui/toast.tsx'
import { serviceListKeys } from './queries.ts'

/** Shows that the service is archived and not checked, with a button to restore it if the user may. */
export function ArchivedNote({ service }: { readonly service: Service }) {
  const { t } = useI18n()
  const queries = useQueryClient()
  const sending = useSending({
    send: (client) => client.call('restore_service', { path: { _id: service.id } }),
    onSuccess: () => {
      showToast(t('archived.restored'))
      return Promise.all(
        [serviceKeys.one(service.id), serviceListKeys.statuses, serviceListKeys.archived].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      )
    },
    onError: (error) => showWarning(errorText(error)),
  })
  return (
    <section
      aria-label={t('filters.archived')}
      className="mb-5 flex flex-wrap items-center justify-between gap-3 rounded-md border border-line bg-surface px-4 py-3"
    >
      <p className="max-w-prose">{t('archived.text')}</p>
      {service.permissions?.restore && (
        <div className="flex flex-wrap items-center gap-2">
          <CopyAsCurl requests={() => sending.requests()} />
          <Button kind="primary" busy={sending.isPending} onClick={() => sending.mutate()}>
            {t('bulk.confirm.restore')}
          </Button>
        </div>
      )}
    </section>
  )
}
