import { useMutation, useQuery } from '@tanstack/react-query'
import type { CustomAnalysisData, Service } from '@wachta/client'
import { useState } from 'react'
import { client, errorText } from '../../app/client/client.ts'
import { CopyAsCurl } from '../../app/forms/copy-as-curl.tsx'
import { collectRequests } from '../../app/forms/sending.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { Failed } from '../../app/shell/failed.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Checks } from '../checks-and-history/checks.tsx'
import { awaitAnalysis, countResults, readAnalysis } from '../checks-and-history/forced.ts'
import { sensorChoiceQuery } from './queries.ts'
import { SensorChoice } from './sensor-choice.tsx'
import { listOfferedSensors, listSelectable } from './sensor-settings.ts'

type TryNowSettings = Pick<CustomAnalysisData, 'address' | 'extended_settings'>

interface TryNowProps {
  readonly service: Service
  /** The values of the form, which may not be saved yet. */
  readonly settings: TryNowSettings
  /** The same without secrets, for the copied command. */
  readonly publicSettings: TryNowSettings
  readonly onClose: () => void
}

/**
 * Runs one check with the settings of the form from selected sensors. It changes neither the service nor its status.
 */
export function TryNow({ service, settings, publicSettings, onClose }: TryNowProps) {
  const { t } = useI18n()
  const { data, error, refetch } = useQuery(sensorChoiceQuery(service.id))
  const [pickedSensors, setPickedSensors] = useState<readonly number[] | null>(null)
  const chosen = pickedSensors ?? (data ? listSelectable(data.watching, data.available) : [])
  const buildRequest = (sentSettings: TryNowSettings) => ({
    path: { _id: service.id },
    body: { ...sentSettings, sensor_ids: chosen },
  })
  const mutation = useMutation({
    mutationFn: async () => {
      const { analysis_id } = await client.call('force_custom_analysis', buildRequest(settings))
      return (await awaitAnalysis(service.id, analysis_id, readAnalysis)) ?? undefined
    },
  })
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t('tryNow.title')}
      description={t('tryNow.hint')}
      closeLabel={t('common.close')}
    >
      {data ? (
        <SensorChoice sensors={listOfferedSensors(data.available)} chosen={chosen} onChange={setPickedSensors} />
      ) : error ? (
        <Failed error={error} reset={() => void refetch()} />
      ) : (
        <SkeletonRows count={3} label={t('common.loading')} />
      )}
      <div className="mt-4 flex flex-wrap items-center gap-2">
        <Button
          kind="primary"
          busy={mutation.isPending}
          disabled={chosen.length === 0}
          onClick={() => mutation.mutate()}
        >
          {t(mutation.isPending ? 'checkNow.running' : 'tryNow.start', { count: chosen.length })}
        </Button>
        <CopyAsCurl
          requests={() =>
            collectRequests((requestClient) =>
              requestClient.call('force_custom_analysis', buildRequest(publicSettings)),
            )
          }
        />
      </div>
      <div role="status" className="mt-4">
        {mutation.error && <p className="text-failure">▲ {errorText(mutation.error)}</p>}
        {mutation.isSuccess && !mutation.data && <p>{t('tryNow.late')}</p>}
        {mutation.data && (
          <>
            <p className="mb-3 font-medium">{t('checkNow.result', countResults(mutation.data))}</p>
            <Checks service={service.id} analysis={mutation.data.analysis_id} />
          </>
        )}
      </div>
    </Dialog>
  )
}
