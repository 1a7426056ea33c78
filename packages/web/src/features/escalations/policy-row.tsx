import { Link } from '@tanstack/react-router'
import type { Escalation } from '@wachta/client'
import { useI18n } from '../../app/i18n/language.tsx'
import { StatusMark } from '../../ui/status-mark.tsx'
import { useAddresses, useContactGroups, useRecipientNames } from '../contacts/queries.ts'
import type { Policy } from './queries.ts'
import { hasRecipients } from './reach.ts'
import { getDelayText, getRepeatText } from './step-text.ts'
import { useScopeText } from './use-scope-text.ts'

/** An alert rule, its scope, and a summary of its escalation policy. */
export function PolicyRow({ policy: { event, steps } }: { readonly policy: Policy }) {
  const { t } = useI18n()
  const describeScope = useScopeText()
  const activeSteps = steps.filter(({ is_active }) => is_active)
  const addresses = useAddresses()
  const groups = useContactGroups()
  const getAddresses = (contact: number) => addresses.filter(({ contact_id }) => contact_id === contact)
  const notifiesSomeone = hasRecipients(activeSteps, getAddresses, groups)
  return (
    <li className="grid gap-x-8 gap-y-2 py-3 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <div className="min-w-0">
        <Link
          to="/escalations/$id"
          params={{ id: String(event.id) }}
          className="font-medium text-ink underline underline-offset-4"
        >
          {event.name}
        </Link>
        <p className="text-sm text-muted">{describeScope(event)}</p>
        {!event.is_active && <StatusMark status="paused" text={t('policies.off')} />}
      </div>
      <div>
        <ol className="grid gap-1">
          {activeSteps.map((step) => (
            <StepLine key={step.id} step={step} />
          ))}
        </ol>
        {!notifiesSomeone && <StatusMark status="warning" text={t('policies.noRecipients')} />}
      </div>
    </li>
  )
}

function StepLine({ step }: { readonly step: Escalation }) {
  const { t, formats } = useI18n()
  const names = useRecipientNames(step)
  const repeats = getRepeatText(step, t, formats)
  return (
    <li className="grid gap-x-4 sm:grid-cols-[7.5rem_minmax(0,1fr)]">
      <span className="text-muted">{getDelayText(step.delay, t, formats)}</span>
      <span>
        {names.join(', ') || <StatusMark status="warning" text={t('step.noRecipients')} />}
        {repeats && <span className="text-muted">, {repeats}</span>}
      </span>
    </li>
  )
}
