import { useQueryClient } from '@tanstack/react-query'
import type { Service } from '@wachta/client'
import { errorText } from '../../app/client/client.ts'
import { serviceKeys } from '../../app/client/service-keys.ts'
import { CopyAsCurl } from '../../app/forms/copy-as-curl.tsx'
import { useSending } from '../../app/forms/sending.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { showToast, showWarning } from '../../ui/toast.tsx'

/** Saves the error tolerance that was tried. */
export function ApplyTolerance({
  service,
  tolerance,
}: {
  readonly service: Service
  readonly tolerance: number | null
}) {
  const { t, formats } = useI18n()
  const queries = useQueryClient()
  const request = { path: { _id: service.id }, body: { extended_settings: { error_tolerance: tolerance } } }
  const mutation = useSending({
    send: (client) => client.call('update_service', request),
    onSuccess: () => {
      showToast(t('settings.saved'))
      return queries.invalidateQueries({ queryKey: serviceKeys.one(service.id) })
    },
    onError: (error) => showWarning(errorText(error)),
  })
  if (tolerance === null || service.permissions?.update !== true) return null
  return (
    <>
      <Button kind="primary" busy={mutation.isPending} onClick={() => mutation.mutate()}>
        {t('whatIf.takeOver', { tolerance: `${formats.number(tolerance)}%` })}
      </Button>
      <CopyAsCurl requests={() => mutation.requests()} />
    </>
  )
}
