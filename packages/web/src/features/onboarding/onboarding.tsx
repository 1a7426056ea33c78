import { useState } from 'react'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { useTitle } from '../../app/shell/use-title.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { AddressStep } from './address-step.tsx'
import { CheckStep } from './check-step.tsx'
import { ContactStep } from './contact-step.tsx'
import { Done } from './done.tsx'
import { JobStep } from './job-step.tsx'
import { KindChoice, type WatchedKind } from './kind-choice.tsx'
import { SignalStep } from './signal-step.tsx'
import type { StartedService } from './started-service.ts'
import { onboardingTexts } from './texts.ts'

const steps = ['address', 'check', 'contact', 'done'] as const
type Step = (typeof steps)[number]
/** The text keys of the first steps for a heartbeat job, which has no address and is not checked by sensors. */
const jobSteps: Partial<Record<Step, 'job' | 'signal'>> = { address: 'job', check: 'signal' }

/** Guides the user from an address to a monitored service with a contact, step by step. */
export function Onboarding() {
  const texts = useTexts(onboardingTexts)
  useTitle(texts('onboarding.title'))
  const [round, setRound] = useState(0)
  return <Guide key={round} onAgain={() => setRound((before) => before + 1)} />
}

function Guide({ onAgain }: { readonly onAgain: () => void }) {
  const texts = useTexts(onboardingTexts)
  const [step, setStep] = useState<Step>('address')
  const [service, setService] = useState<StartedService | null>(null)
  const [notified, setNotified] = useState<readonly number[]>([])
  const [kind, setKind] = useState<WatchedKind>('address')
  const begin = (created: StartedService) => {
    setService(created)
    setStep('check')
  }
  return (
    <>
      <PageHeader
        title={texts('onboarding.title')}
        below={service === null && texts(kind === 'job' ? 'onboarding.belowJob' : 'onboarding.below')}
      />
      <ol className="mb-6 flex flex-wrap gap-x-6 gap-y-1 text-sm" aria-label={texts('onboarding.steps')}>
        {steps.map((each, index) => (
          <li
            key={each}
            aria-current={each === step ? 'step' : undefined}
            className={each === step ? 'font-semibold' : 'text-muted'}
          >
            {index + 1}. {texts(`onboarding.step.${(kind === 'job' && jobSteps[each]) || each}`)}
          </li>
        ))}
      </ol>
      <div className="max-w-2xl">
        {service === null ? (
          <>
            <KindChoice kind={kind} onChoose={setKind} />
            {kind === 'job' ? <JobStep onStart={begin} /> : <AddressStep onStart={begin} />}
          </>
        ) : step === 'check' && service.job ? (
          <SignalStep service={service} job={service.job} onNext={() => setStep('contact')} />
        ) : step === 'check' ? (
          <CheckStep service={service} onNext={() => setStep('contact')} />
        ) : step === 'contact' ? (
          <ContactStep
            service={service}
            onNext={(contacts) => {
              setNotified(contacts)
              setStep('done')
            }}
          />
        ) : (
          <Done service={service} notified={notified} onAgain={onAgain} />
        )}
      </div>
    </>
  )
}
