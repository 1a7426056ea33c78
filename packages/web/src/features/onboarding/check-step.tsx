import { useQuery } from '@tanstack/react-query'
import type { Check } from '@wachta/client'
import { client, errorText } from '../../app/client/client.ts'
import { serviceKeys } from '../../app/client/service-keys.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { Button } from '../../ui/button.tsx'
import { type Status, StatusMark } from '../../ui/status-mark.tsx'
import { useErrorTypes } from '../error-types/queries.ts'
import { firstChecksQuery } from './queries.ts'
import type { StartedService } from './started-service.ts'
import { onboardingTexts } from './texts.ts'

const resultMarks: Readonly<Record<Check['result'], Status>> = { ok: 'ok', error: 'failure', unknown: 'unknown' }

/** Shows the result of the first check per sensor, as results arrive. */
export function CheckStep({ service, onNext }: { readonly service: StartedService; readonly onNext: () => void }) {
  const { t } = useI18n()
  const texts = useTexts(onboardingTexts)
  // A query and not an effect, so that the check is started once however often the component is mounted.
  const forcedAnalysis = useQuery({
    queryKey: [...serviceKeys.one(service.id), 'first_analysis'],
    queryFn: () => client.call('force_analysis', { path: { _id: service.id } }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const analysisId = forcedAnalysis.data?.analysis_id ?? ''
  const { data: checks = [] } = useQuery({
    ...firstChecksQuery(service.id, analysisId, service.sensors.length),
    enabled: analysisId !== '',
  })
  const isComplete = service.sensors.length > 0 && checks.length >= service.sensors.length
  return (
    <section className="grid gap-4" aria-label={texts('onboarding.step.check')}>
      <p role="status">
        {texts(isComplete ? 'onboarding.checked' : 'onboarding.checking', { name: service.name, count: checks.length })}
      </p>
      {forcedAnalysis.error && <p className="text-failure">▲ {errorText(forcedAnalysis.error)}</p>}
      <ul className="divide-y divide-line rounded-md border border-line bg-surface" aria-label={t('checks.label')}>
        {service.sensors.map((sensor) => (
          <SensorRow key={sensor.id} name={sensor.name} check={checks.find((each) => each.sensor_id === sensor.id)} />
        ))}
      </ul>
      {!isComplete && <p className="text-sm text-muted">{texts('onboarding.patience')}</p>}
      <div>
        <Button kind={isComplete ? 'primary' : 'secondary'} onClick={onNext}>
          {texts(isComplete ? 'onboarding.next' : 'onboarding.goOn')}
        </Button>
      </div>
    </section>
  )
}

function SensorRow({ name, check }: { readonly name: string; readonly check: Check | undefined }) {
  const { t, formats } = useI18n()
  const texts = useTexts(onboardingTexts)
  const errorTypes = useErrorTypes()
  const error = check?.error_type_id == null ? undefined : errorTypes.get(check.error_type_id)
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-1 px-4 py-2.5">
      <span className="min-w-32 font-medium">{name}</span>
      {check ? (
        <StatusMark status={resultMarks[check.result]} text={t(`check.${check.result}`)} />
      ) : (
        <span className="text-muted">{texts('onboarding.waiting')}</span>
      )}
      {error && <span>{error.name}</span>}
      <span className="ml-auto text-muted">
        {check?.response_time == null ? '' : formats.milliseconds(check.response_time)}
      </span>
    </li>
  )
}
