import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { ShownError } from '../../app/client/shown-error.ts'
import { CopyAsCurl } from '../../app/forms/copy-as-curl.tsx'
import { useSending } from '../../app/forms/sending.ts'
import { useFieldErrors } from '../../app/forms/use-field-errors.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { Failed } from '../../app/shell/failed.tsx'
import { Button } from '../../ui/button.tsx'
import { FormField } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { heartbeatType } from '../heartbeats/queries.ts'
import { createService } from './create-service.ts'
import { buildProposal, buildProposalForType, isScenario, type Proposal } from './proposal.ts'
import { onboardingQuery, type ServiceAllowance, usableSensorsQuery } from './queries.ts'
import { chooseAcrossCountries } from './spread.ts'
import type { StartedService } from './started-service.ts'
import { StepNotes, useObstacle } from './step-notes.tsx'
import { onboardingTexts } from './texts.ts'
import { useCreatedHandler } from './use-created-handler.ts'

const defaultSensorCount = 3
const fields = ['address', 'name', 'type_id']

/** Asks for an address and proposes a check type, a name and sensors; type and name can be changed before creation. */
export function AddressStep({ onStart }: { readonly onStart: (service: StartedService) => void }) {
  const { t, language } = useI18n()
  const texts = useTexts(onboardingTexts)
  const queries = useQueryClient()
  const [typed, setTyped] = useState('')
  const [chosenType, setChosenType] = useState<string | null>(null)
  const [chosenName, setChosenName] = useState<string | null>(null)
  const { data: allowance, error } = useQuery(onboardingQuery(language))
  const guess = buildProposal(typed)
  const proposal = guess && chosenType ? buildProposalForType(chosenType, typed) : guess
  const type = proposal?.type_id ?? ''
  const usable = useQuery({
    ...usableSensorsQuery(allowance?.group.id ?? 0, type),
    enabled: allowance !== undefined && type !== '',
  })
  const count = Math.min(defaultSensorCount, allowance?.maxSensors ?? defaultSensorCount)
  const sensors = chooseAcrossCountries(usable.data ?? [], count)
  const mutation = useSending({
    send: async (client) => {
      if (!proposal || !allowance) throw new ShownError(texts('onboarding.unreadable'))
      const group = allowance.group.id
      const name = chosenName ?? proposal.name
      const firstStep = texts('onboarding.firstStep')
      return createService(client, { proposal, firstStep, name, group, maxSensors: count }, () =>
        queries.ensureQueryData(usableSensorsQuery(group, proposal.type_id)),
      )
    },
    onSuccess: useCreatedHandler(onStart),
  })
  const [obstacle, fieldErrors] = [useObstacle(allowance), useFieldErrors(mutation.error)]
  if (!allowance) return error ? <Failed error={error} /> : <SkeletonRows label={t('common.loading')} count={3} />
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    mutation.mutate()
  }
  return (
    <form onSubmit={send} noValidate className="grid gap-5">
      <StepNotes obstacle={obstacle} error={mutation.error} fields={fields} />
      <FormField
        label={t('settings.address')}
        hint={texts('onboarding.addressHint')}
        fieldErrors={fieldErrors.get('address')}
      >
        {(fieldIds) => (
          <TextInput
            {...fieldIds}
            value={typed}
            autoCapitalize="none"
            spellCheck={false}
            autoComplete="off"
            placeholder="https://www.example.com/"
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </FormField>
      {proposal && (
        <div className="grid gap-4 sm:grid-cols-2">
          <ProposalFields
            allowance={allowance}
            proposal={proposal}
            name={chosenName ?? proposal.name}
            fieldErrors={fieldErrors}
            onType={setChosenType}
            onName={setChosenName}
          />
          <SensorNote names={sensors.map(({ name }) => name)} isLoading={usable.isPending} />
        </div>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" kind="primary" busy={mutation.isPending} disabled={!proposal || obstacle !== null}>
          {texts('onboarding.begin')}
        </Button>
        {proposal && <CopyAsCurl requests={() => mutation.requests()} />}
      </div>
    </form>
  )
}

interface ProposalFieldsProps {
  readonly allowance: ServiceAllowance
  readonly proposal: Proposal
  readonly name: string
  readonly fieldErrors: ReadonlyMap<string, readonly string[]>
  readonly onType: (type: string) => void
  readonly onName: (name: string) => void
}

/** The fields that were derived from the address. */
function ProposalFields({ allowance, proposal, name, fieldErrors, onType, onName }: ProposalFieldsProps) {
  const { t } = useI18n()
  const texts = useTexts(onboardingTexts)
  return (
    <>
      <FormField
        label={t('column.type')}
        fieldErrors={fieldErrors.get('type_id')}
        hint={texts('onboarding.typeHint', { address: formatTarget(proposal) })}
      >
        {(fieldIds) => (
          <Select
            {...fieldIds}
            value={proposal.type_id}
            choices={allowance.types
              .filter(({ id }) => id !== heartbeatType)
              .map((type) => ({ value: type.id, label: type.name }))}
            onChoose={onType}
          />
        )}
      </FormField>
      <FormField label={t('column.name')} fieldErrors={fieldErrors.get('name')}>
        {(fieldIds) => <TextInput {...fieldIds} value={name} onChange={(event) => onName(event.target.value)} />}
      </FormField>
      {isScenario(proposal.type_id) && <p className="text-sm sm:col-span-2">{texts('onboarding.scenario')}</p>}
    </>
  )
}

/** The sensors that will check the service. */
function SensorNote({ names, isLoading }: { readonly names: readonly string[]; readonly isLoading: boolean }) {
  const { t, formats } = useI18n()
  const texts = useTexts(onboardingTexts)
  const none = isLoading ? t('common.loading') : texts('onboarding.noSensors')
  return (
    <p role="status" className="text-sm text-muted sm:col-span-2">
      {names.length > 0 ? texts('onboarding.sensors', { names: formats.list(names) }) : none}
    </p>
  )
}

const formatTarget = ({ address, extended_settings: { port } }: Proposal): string =>
  port === undefined ? address : `${address}:${port}`
