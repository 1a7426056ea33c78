import { useQueryClient } from '@tanstack/react-query'
import { fieldFaults } from '@wachta/client'
import { type SubmitEvent, useEffect, useMemo, useState } from 'react'
import { sayingOf, wireTime } from '../../data/client.ts'
import { type CorrectionStatus, correctionStatuses, mostServices } from '../../data/corrections.ts'
import { useSending } from '../../data/sending.ts'
import { Button } from '../../design/button.tsx'
import { ChipCombobox } from '../../design/chip-combobox.tsx'
import { Field } from '../../design/field.tsx'
import { Select } from '../../design/select.tsx'
import { TextArea, TextInput } from '../../design/text-input.tsx'
import { say } from '../../design/toast.tsx'
import { useSpeech } from '../../language/language.tsx'
import { fieldOf, meantBy } from '../../language/wall-time.ts'
import { CopyAsCurl } from '../../shell/copy-as-curl.tsx'
import { LevelPreview } from './level-preview.tsx'
import type { Period } from './preview.ts'

interface CorrectionFormProps {
  readonly service: number
  readonly correctable: readonly { readonly id: number; readonly name: string }[]
  readonly period: Period | null
  readonly onPeriod: (period: Period | null) => void
}

export function CorrectionForm({ service, correctable, period, onPeriod }: CorrectionFormProps) {
  const { t, formats } = useSpeech()
  const queries = useQueryClient()
  const [status, setStatus] = useState<CorrectionStatus>('ok')
  const [description, setDescription] = useState('')
  const [others, setOthers] = useState<readonly string[]>([])
  const [isTried, setTried] = useState(false)
  const times = useTimes(period, onPeriod)
  const services = useMemo(
    () => correctable.filter(({ id }) => id === service || others.includes(String(id))),
    [correctable, service, others],
  )
  const choices = useMemo(
    () => correctable.filter(({ id }) => id !== service).map(({ id, name }) => ({ value: String(id), label: name })),
    [correctable, service],
  )
  const mutation = useSending({
    send: (via, { start, end }: Period) => {
      const what = { start_time: wireTime(start), end_time: wireTime(end), status, description }
      return via.call('bulk_create_corrections', { body: { ...what, service_ids: services.map(({ id }) => id) } })
    },
    onSuccess: () => {
      say(t('corrections.saved', { count: services.length }))
      onPeriod(null)
      setOthers([])
      setDescription('')
      setTried(false)
      return Promise.all([
        queries.invalidateQueries({ queryKey: ['corrections'] }),
        queries.invalidateQueries({ queryKey: ['service'] }),
      ])
    },
  })
  const faults = fieldFaults(mutation.error)
  const save = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    if (period) mutation.mutate(period)
  }
  return (
    <form onSubmit={save} noValidate aria-labelledby="new" className="mb-10 grid gap-x-10 gap-y-6 lg:grid-cols-2">
      <div className="grid content-start gap-4">
        <h2 id="new" className="text-lg font-semibold">
          {t('corrections.form')}
        </h2>
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-1">
          {(['start', 'end'] as const).map((as) => (
            <Field
              key={as}
              label={t(as === 'start' ? 'corrections.from' : 'corrections.to')}
              faults={[
                ...(isTried && !meantBy(formats.timeZone, times[as], as) ? [t('corrections.noTime')] : []),
                ...(faults.get(`${as}_time`) ?? []),
              ]}
            >
              {(described) => (
                <TextInput
                  {...described}
                  type="datetime-local"
                  step={1}
                  className="min-w-0 text-sm"
                  value={times[as]}
                  onChange={(event) => times.change({ [as]: event.target.value })}
                />
              )}
            </Field>
          ))}
        </div>
        <p className="-mt-2 text-sm text-muted">{t('corrections.zone', { zone: formats.timeZone })}</p>
        <Field label={t('corrections.status')} faults={faults.get('status')}>
          {(described) => (
            <Select
              {...described}
              value={status}
              choices={correctionStatuses.map((value) => ({ value, label: t(`corrections.status.${value}`) }))}
              onChoose={(value) => setStatus(value as CorrectionStatus)}
            />
          )}
        </Field>
        <Field
          label={t('corrections.description')}
          hint={t('corrections.descriptionHint')}
          faults={faults.get('description')}
        >
          {(described) => (
            <TextArea
              {...described}
              rows={2}
              maxLength={1000}
              value={description}
              onChange={(event) => setDescription(event.target.value)}
            />
          )}
        </Field>
        {choices.length > 0 && (
          <Field label={t('corrections.others')} hint={t('corrections.othersHint')} faults={faults.get('service_ids')}>
            {(described) => (
              <ChipCombobox
                described={described}
                choices={choices}
                values={others}
                onChange={(next) => setOthers(next.slice(0, mostServices - 1))}
                placeholder={t('corrections.choose')}
                nothing={t('filters.nothing')}
                removeLabel={(name) => t('corrections.remove', { name })}
              />
            )}
          </Field>
        )}
      </div>
      <div className="grid content-start gap-4">
        <LevelPreview services={services} period={period} status={status} />
        <div role="alert" className="text-failure empty:hidden">
          {mutation.error && [...faults.keys()].every((field) => !known.has(field)) && sayingOf(mutation.error)}
        </div>
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" kind="primary" busy={mutation.isPending}>
            {t('corrections.save', { count: services.length })}
          </Button>
          <CopyAsCurl requests={() => period && mutation.requests(period)} />
        </div>
      </div>
    </form>
  )
}

const known = new Set(['start_time', 'end_time', 'status', 'description', 'service_ids'])

/** What is typed, as long as it is not yet a period; a period that comes from the chart takes its place. */
function useTimes(period: Period | null, onPeriod: (period: Period | null) => void) {
  const { formats } = useSpeech()
  const zone = formats.timeZone
  const [typed, setTyped] = useState({ start: '', end: '' })
  useEffect(() => {
    // Nothing is typed over while it is half a period.
    if (period) setTyped({ start: fieldOf(zone, period.start), end: fieldOf(zone, period.end) })
  }, [period, zone])
  return {
    ...typed,
    change(next: Partial<typeof typed>) {
      const both = { ...typed, ...next }
      setTyped(both)
      const instant = (as: 'start' | 'end') =>
        period && next[as] === undefined ? period[as] : meantBy(zone, both[as], as)?.instant
      const [start, end] = [instant('start'), instant('end')]
      onPeriod(start === undefined || end === undefined ? null : { start, end })
    },
  }
}
