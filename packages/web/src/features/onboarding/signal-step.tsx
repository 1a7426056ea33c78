import { useQuery } from '@tanstack/react-query'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { Button } from '../../ui/button.tsx'
import { LastReports } from '../heartbeats/heartbeat-section.tsx'
import { HeartbeatUrl } from '../heartbeats/heartbeat-url.tsx'
import { heartbeatQuery } from '../heartbeats/queries.ts'
import type { StartedService } from './started-service.ts'
import { onboardingTexts } from './texts.ts'

interface SignalStepProps {
  readonly service: StartedService
  readonly job: NonNullable<StartedService['job']>
  readonly onNext: () => void
}

/** Shows the URL that the job has to call, and waits for its first call. */
export function SignalStep({ service, job, onNext }: SignalStepProps) {
  const { t } = useI18n()
  const texts = useTexts(onboardingTexts)
  const { data: heartbeat } = useQuery(heartbeatQuery(service.id))
  const hasReported =
    heartbeat !== undefined &&
    [heartbeat.started_at, heartbeat.finished_at, heartbeat.failed_at].some((time) => time !== null)
  return (
    <section className="grid gap-5" aria-label={texts('onboarding.step.signal')}>
      <HeartbeatUrl url={job.url} interval={job.interval} />
      <p role="status">{t(hasReported ? 'heartbeat.reported' : 'heartbeat.waiting', { name: service.name })}</p>
      {hasReported && <LastReports heartbeat={heartbeat} />}
      <div>
        <Button kind={hasReported ? 'primary' : 'secondary'} onClick={onNext}>
          {texts(hasReported ? 'onboarding.next' : 'onboarding.goOn')}
        </Button>
      </div>
    </section>
  )
}
