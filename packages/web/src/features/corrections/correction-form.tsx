import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useMemo, useState } from 'react'
import { errorText } from '../../app/client/client.ts'
import { serviceKeys } from '../../app/client/service-keys.ts'
import { toWireTime } from '../../app/client/wire-time.ts'
import { CopyAsCurl } from '../../app/forms/copy-as-curl.tsx'
import { useSending } from '../../app/forms/sending.ts'
import { useUnsavedMark } from '../../app/forms/unsaved.ts'
import { useFieldErrors } from '../../app/forms/use-field-errors.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { Button } from '../../ui/button.tsx'
import { ChipCombobox } from '../../ui/chip-combobox.tsx'
import { FormField } from '../../ui/field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { CorrectionFields } from './correction-fields.tsx'
import type { CorrectionDraft } from './draft.ts'
import { LevelPreview } from './level-preview.tsx'
import type { Period } from './preview.ts'
import { correctionKeys, maxCorrectedServices } from './queries.ts'
import { correctionTexts } from './texts.ts'

interface CorrectionFormProps {
  readonly service: number
  readonly correctable: readonly { readonly id: number; readonly name: string }[]
  readonly period: Period | null
  readonly onPeriod: (period: Period | null) => void
}

export function CorrectionForm({ service, correctable, period, onPeriod }: CorrectionFormProps) {
  const texts = useTexts(correctionTexts)
  const queries = useQueryClient()
  const [{ status, description }, setFields] = useState<Omit<CorrectionDraft, 'period'>>({
    status: 'ok',
    description: '',
  })
  const [others, setOthers] = useState<readonly string[]>([])
  const [isTried, setTried] = useState(false)
  const [savedCount, setSavedCount] = useState(0)
  const draft = { period, status, description }
  useUnsavedMark(period !== null || description !== '' || others.length > 0)
  const change = ({ period: next, ...fields }: CorrectionDraft) => {
    setFields(fields)
    if (next !== period) onPeriod(next)
  }
  const services = useMemo(
    () => correctable.filter(({ id }) => id === service || others.includes(String(id))),
    [correctable, service, others],
  )
  const mutation = useSending({
    send: (client, { start, end }: Period) => {
      const correction = { start_time: toWireTime(start), end_time: toWireTime(end), status, description }
      const service_ids = services.map(({ id }) => id)
      return client.call('bulk_create_corrections', { body: { ...correction, service_ids } })
    },
    onSuccess: () => {
      showToast(texts('corrections.saved', { count: services.length }))
      onPeriod(null)
      setOthers([])
      setFields({ status, description: '' })
      setTried(false)
      setSavedCount((count) => count + 1)
      return Promise.all([
        queries.invalidateQueries({ queryKey: correctionKeys.all }),
        queries.invalidateQueries({ queryKey: serviceKeys.all }),
      ])
    },
  })
  const fieldErrors = useFieldErrors(mutation.error)
  const save = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    if (period) mutation.mutate(period)
  }
  return (
    <form onSubmit={save} noValidate aria-labelledby="new" className="mb-10 grid gap-x-10 gap-y-6 lg:grid-cols-2">
      <div className="grid content-start gap-4">
        <h2 id="new" className="text-lg font-semibold">
          {texts('corrections.form')}
        </h2>
        <CorrectionFields
          // Mounted again for the next correction: the time fields would keep what was typed.
          key={savedCount}
          draft={draft}
          onChange={change}
          isTried={isTried}
          getFieldErrors={(field) => fieldErrors.get(field) ?? []}
        />
        <OtherServices
          service={service}
          correctable={correctable}
          chosen={others}
          onChange={setOthers}
          fieldErrors={fieldErrors.get('service_ids')}
        />
      </div>
      <div className="grid content-start gap-4">
        <LevelPreview services={services} period={period} status={status} />
        <OtherError error={mutation.error} fieldErrors={fieldErrors} />
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" kind="primary" busy={mutation.isPending}>
            {texts('corrections.save', { count: services.length })}
          </Button>
          <CopyAsCurl requests={() => period && mutation.requests(period)} />
        </div>
      </div>
    </form>
  )
}

const formFieldNames = new Set(['start_time', 'end_time', 'status', 'description', 'service_ids'])

interface OtherErrorProps {
  readonly error: Error | null
  readonly fieldErrors: ReadonlyMap<string, unknown>
}

/** An error that no field of the form shows. */
function OtherError({ error, fieldErrors }: OtherErrorProps) {
  const isAtField = fieldErrors.keys().some((field) => formFieldNames.has(field))
  return (
    <div role="alert" className="text-failure empty:hidden">
      {error && !isAtField && errorText(error)}
    </div>
  )
}

interface OtherServicesProps extends Pick<CorrectionFormProps, 'service' | 'correctable'> {
  readonly chosen: readonly string[]
  readonly onChange: (chosen: readonly string[]) => void
  readonly fieldErrors: readonly string[] | undefined
}

/** Selects other services that get the same correction for the same period. */
function OtherServices({ service, correctable, chosen, onChange, fieldErrors }: OtherServicesProps) {
  const { t } = useI18n()
  const texts = useTexts(correctionTexts)
  const choices = useMemo(
    () => correctable.filter(({ id }) => id !== service).map(({ id, name }) => ({ value: String(id), label: name })),
    [correctable, service],
  )
  if (choices.length === 0) return null
  return (
    <FormField label={texts('corrections.others')} hint={texts('corrections.othersHint')} fieldErrors={fieldErrors}>
      {(fieldIds) => (
        <ChipCombobox
          fieldIds={fieldIds}
          choices={choices}
          values={chosen}
          onChange={(next) => onChange(next.slice(0, maxCorrectedServices - 1))}
          placeholder={t('corrections.choose')}
          nothing={t('filters.nothing')}
          removeLabel={(name) => texts('corrections.remove', { name })}
        />
      )}
    </FormField>
  )
}
