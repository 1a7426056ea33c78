import { useQuery } from '@tanstack/react-query'
import type { Contact } from '@wachta/client'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { Checklist } from '../../ui/checklist.tsx'
import { matches } from '../../ui/matches.ts'
import { useContactGroups } from '../contacts/queries.ts'
import { ruleCoversService } from '../escalations/covers.ts'
import { policiesQuery } from '../escalations/queries.ts'
import { listContacts } from '../escalations/reach.ts'
import { useChannelList } from '../escalations/recipient-choice.tsx'
import type { StartedService } from './started-service.ts'
import { onboardingTexts } from './texts.ts'

interface ContactChoiceProps {
  readonly service: StartedService
  readonly contacts: readonly Contact[]
  readonly chosen: readonly number[]
  readonly onChange: (chosen: readonly number[]) => void
  readonly fieldErrors: readonly string[]
}

/** Selects existing contacts. A hint marks those whom an alert rule already notifies about the service. */
export function ContactChoice({ service, contacts, chosen, onChange, fieldErrors }: ContactChoiceProps) {
  const { t } = useI18n()
  const texts = useTexts(onboardingTexts)
  const listChannels = useChannelList()
  const findRuleName = useFindRuleName(service)
  return (
    <Checklist
      label={t('people.contacts')}
      choices={contacts.map(({ id, name }) => {
        const rule = findRuleName(id)
        const hint = rule ? texts('onboarding.already', { rule }) : listChannels(id)
        return { value: String(id), label: name, hint }
      })}
      chosen={new Set(chosen.map(String))}
      onChange={(ids) => onChange([...ids].map(Number))}
      matches={matches}
      searchLabel={t('people.search')}
      nothing={t('people.nothing')}
      fieldErrors={fieldErrors}
    />
  )
}

/** Returns a function that names the first enabled rule that notifies a contact of failures of the service. */
function useFindRuleName(service: StartedService): (contact: number) => string | undefined {
  const { data: policies = [] } = useQuery(policiesQuery)
  const groups = useContactGroups()
  const coveringPolicies = policies.filter(
    ({ event }) =>
      event.is_active &&
      event.kind === 'failure' &&
      ruleCoversService(event, { id: service.id, group_id: service.group }),
  )
  return (contact) =>
    coveringPolicies.find(({ steps }) =>
      steps.some((step) => step.is_active && listContacts(step, groups).includes(contact)),
    )?.event.name
}
