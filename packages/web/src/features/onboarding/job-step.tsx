import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { CopyAsCurl } from '../../app/forms/copy-as-curl.tsx'
import { useResumableSending } from '../../app/forms/sending.ts'
import { useFieldErrors } from '../../app/forms/use-field-errors.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { useUnitTexts } from '../../app/i18n/use-unit-texts.ts'
import { Failed } from '../../app/shell/failed.tsx'
import { Button } from '../../ui/button.tsx'
import { DurationInput } from '../../ui/duration-input.tsx'
import { FormField } from '../../ui/field.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { heartbeatType } from '../heartbeats/queries.ts'
import { type CreatedJob, createJob } from './create-job.ts'
import { onboardingQuery } from './queries.ts'
import type { StartedService } from './started-service.ts'
import { StepNotes, useObstacle } from './step-notes.tsx'
import { useCreatedHandler } from './use-created-handler.ts'

const fields = ['name', 'address', 'interval', 'extended_settings.grace']
const defaultIntervalSeconds = 86_400
const defaultGraceSeconds = 1_800

/** Asks for a job to monitor by heartbeat: its name, interval and tolerated delay. */
export function JobStep({ onStart }: { readonly onStart: (service: StartedService) => void }) {
  const { t, language } = useI18n()
  const [name, setName] = useState('')
  const [interval, setInterval] = useState(defaultIntervalSeconds)
  const [grace, setGrace] = useState(defaultGraceSeconds)
  const { data: allowance, error } = useQuery(onboardingQuery(language))
  const units = useUnitTexts()
  const job = { type_id: heartbeatType, group_id: allowance?.group.id, name, interval, grace }
  const mutation = useResumableSending({
    initialProgress: (): CreatedJob => ({}),
    send: async (client, created): Promise<StartedService> => {
      const { id, url } = await createJob(client, job, created)
      return { id, name, group: allowance?.group.id ?? 0, sensors: [], job: { url, interval } }
    },
    onSuccess: useCreatedHandler(onStart),
  })
  const allowanceObstacle = useObstacle(allowance)
  const fieldErrors = useFieldErrors(mutation.error)
  if (!allowance) return error ? <Failed error={error} /> : <SkeletonRows label={t('common.loading')} count={3} />
  const obstacle =
    allowanceObstacle ?? (allowance.types.every(({ id }) => id !== heartbeatType) ? t('heartbeat.notInPackage') : null)
  const isComplete = name.trim() !== '' && !Number.isNaN(interval) && !Number.isNaN(grace)
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    mutation.mutate()
  }
  return (
    <form onSubmit={send} noValidate className="grid gap-5">
      <StepNotes obstacle={obstacle} error={mutation.error} fields={fields} />
      <FormField
        label={t('heartbeat.name')}
        hint={t('heartbeat.nameHint')}
        fieldErrors={fieldErrors.get('name') ?? fieldErrors.get('address')}
      >
        {(fieldIds) => (
          <TextInput
            {...fieldIds}
            value={name}
            autoComplete="off"
            placeholder={t('heartbeat.namePlaceholder')}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </FormField>
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField
          label={t('heartbeat.interval')}
          hint={t('heartbeat.intervalHint')}
          fieldErrors={fieldErrors.get('interval')}
        >
          {(fieldIds) => <DurationInput {...units} fieldIds={fieldIds} seconds={interval} onChange={setInterval} />}
        </FormField>
        <FormField
          label={t('heartbeat.grace')}
          hint={t('heartbeat.graceHint')}
          fieldErrors={fieldErrors.get('extended_settings.grace')}
        >
          {(fieldIds) => <DurationInput {...units} fieldIds={fieldIds} seconds={grace} onChange={setGrace} />}
        </FormField>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" kind="primary" busy={mutation.isPending} disabled={!isComplete || obstacle !== null}>
          {t('heartbeat.begin')}
        </Button>
        {isComplete && <CopyAsCurl requests={() => mutation.requests()} />}
      </div>
    </form>
  )
}
