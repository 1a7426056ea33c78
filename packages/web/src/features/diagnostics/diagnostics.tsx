import { getRouteApi } from '@tanstack/react-router'
import type { Client } from '@wachta/client'
import { type SubmitEvent, useMemo, useState } from 'react'
import { errorText } from '../../app/client/client.ts'
import { useMay } from '../../app/client/me.ts'
import { CopyAsCurl } from '../../app/forms/copy-as-curl.tsx'
import { useSending } from '../../app/forms/sending.ts'
import { useFieldErrors } from '../../app/forms/use-field-errors.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTitle } from '../../app/shell/use-title.ts'
import { Button } from '../../ui/button.tsx'
import { compareNames } from '../../ui/by-name.ts'
import { ChipCombobox } from '../../ui/chip-combobox.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FormField } from '../../ui/field.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import { Select } from '../../ui/select.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { showWarning } from '../../ui/toast.tsx'
import { refreshIncidents } from '../open-incidents/queries.ts'
import { useSensors } from '../sensors/queries.ts'
import { DiagnosticAnswers, type StartedDiagnostic } from './answers.tsx'
import { type DiagnosedIncident, useDiagnosedIncident } from './diagnosed-incident.ts'
import { IncidentBanner } from './incident-banner.tsx'
import { addToIncident, type DnsSettings, type RequestedDiagnostic, recordTypes, startDiagnostic } from './queries.ts'
import { parseResults } from './results-search.ts'

const route = getRouteApi('/inside/framed/diagnostics')

/** Runs a DNS query or a traceroute from several sensors and compares the results. */
export function Diagnostics() {
  const { t } = useI18n()
  useTitle(t('nav.diagnostics'))
  const mayRun = useMay('run_diagnostics')
  const { incident: incidentId, results } = route.useSearch()
  const incident = useDiagnosedIncident(/^\d+$/.test(incidentId ?? '') ? Number(incidentId) : null)
  const linked = useMemo(() => parseResults(results).map((each) => ({ ...each, sensor: null })), [results])
  const [started, setStarted] = useState<readonly StartedDiagnostic[]>([])
  const shownDiagnostics = started.length > 0 ? started : linked
  if (incident === undefined) return <SkeletonRows label={t('common.loading')} />
  return (
    <>
      <PageHeader title={t('nav.diagnostics')} below={t('diagnostics.text')} />
      {mayRun === false ? (
        <p className="text-muted">{t('diagnostics.readOnly')}</p>
      ) : (
        <>
          {incident && <IncidentBanner incident={incident} />}
          <DiagnosticForm key={incident?.id} incident={incident} onStarted={setStarted} />
        </>
      )}
      {shownDiagnostics.length > 0 ? (
        <DiagnosticAnswers diagnostics={shownDiagnostics} />
      ) : (
        <EmptyState title={t('diagnostics.emptyTitle')}>{t('diagnostics.empty')}</EmptyState>
      )}
    </>
  )
}

interface DiagnosticFormProps {
  readonly incident: DiagnosedIncident | null
  readonly onStarted: (started: readonly StartedDiagnostic[]) => void
}

function DiagnosticForm({ incident, onStarted }: DiagnosticFormProps) {
  const { t } = useI18n()
  const [kind, setKind] = useState<RequestedDiagnostic['kind']>('dns')
  const [values, setValues] = useState<DnsSettings>({
    address: incident?.host ?? '',
    dns_server: '9.9.9.9',
    record_type: 'A',
  })
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [isTried, setTried] = useState(false)
  const change = (next: Partial<DnsSettings>) => setValues((before) => ({ ...before, ...next }))
  const mutation = useSending({
    send: async (client) => {
      const address = values.address.trim()
      const diagnostic: RequestedDiagnostic =
        kind === 'dns' ? { kind, settings: { ...values, address } } : { kind, settings: { address } }
      const started = await startAll(client, diagnostic, chosen.map(Number))
      if (incident) await addResults(incident, started, client)
      return started
    },
    onSuccess: onStarted,
    ...(incident && { onSettled: refreshIncidents }),
  })
  const fieldErrors = useFieldErrors(mutation.error)
  const missing = findMissingFields(kind, values, chosen)
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    if (missing.length === 0) mutation.mutate()
    else mutation.reset()
  }
  const getFieldErrors = (field: DiagnosticField) => {
    const empty = isTried ? missing.find((each) => each === field) : undefined
    return empty ? [t(`diagnostics.missing.${empty}`)] : fieldErrors.get(wireNames[field])
  }
  return (
    <form onSubmit={send} noValidate className="mb-8 grid max-w-3xl gap-4">
      <DiagnosticFields
        kind={kind}
        onKind={setKind}
        values={values}
        onChange={change}
        getFieldErrors={getFieldErrors}
      />
      <SensorsField chosen={chosen} onChange={setChosen} fieldErrors={getFieldErrors('sensors')} />
      <div role="alert" className="text-failure empty:hidden">
        {mutation.error && [...fieldErrors.keys()].every((field) => field === '') && errorText(mutation.error)}
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" kind="primary" busy={mutation.isPending}>
          {t('diagnostics.ask', { count: chosen.length })}
        </Button>
        <CopyAsCurl requests={() => mutation.requests()} />
      </div>
    </form>
  )
}

/** The fields of the form by the names that the API uses for them. */
const wireNames = {
  address: 'settings.address',
  server: 'settings.dns_server',
  record: 'settings.record_type',
  sensors: 'sensor_id',
} as const
type DiagnosticField = keyof typeof wireNames

/** Returns all fields that are still empty, so that one attempt reports them all. */
function findMissingFields(
  kind: RequestedDiagnostic['kind'],
  { address, dns_server }: DnsSettings,
  sensors: readonly string[],
): readonly Exclude<DiagnosticField, 'record'>[] {
  const isEmpty = {
    address: address.trim() === '',
    server: kind === 'dns' && dns_server.trim() === '',
    sensors: sensors.length === 0,
  }
  return (['address', 'server', 'sensors'] as const).filter((field) => isEmpty[field])
}

interface DiagnosticFieldsProps {
  readonly kind: RequestedDiagnostic['kind']
  readonly onKind: (kind: RequestedDiagnostic['kind']) => void
  readonly values: DnsSettings
  readonly onChange: (change: Partial<DnsSettings>) => void
  readonly getFieldErrors: (field: DiagnosticField) => readonly string[] | undefined
}

/** The kind of diagnostic and its settings. */
function DiagnosticFields({ kind, onKind, values, onChange, getFieldErrors }: DiagnosticFieldsProps) {
  const { t } = useI18n()
  return (
    <>
      <div>
        <SegmentedControl
          label={t('diagnostics.kind')}
          value={kind}
          choices={(['dns', 'traceroute'] as const).map((value) => ({ value, label: t(`diagnostics.kind.${value}`) }))}
          onChoose={onKind}
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-[2fr_1fr_1fr]">
        <FormField
          label={t('diagnostics.address')}
          hint={t('diagnostics.addressHint')}
          fieldErrors={getFieldErrors('address')}
        >
          {(fieldIds) => (
            <TextInput
              {...fieldIds}
              value={values.address}
              autoCapitalize="none"
              spellCheck={false}
              onChange={(event) => onChange({ address: event.target.value })}
            />
          )}
        </FormField>
        {kind === 'dns' && <DnsFields values={values} onChange={onChange} getFieldErrors={getFieldErrors} />}
      </div>
    </>
  )
}

function DnsFields({
  values,
  onChange,
  getFieldErrors,
}: Pick<DiagnosticFieldsProps, 'values' | 'onChange' | 'getFieldErrors'>) {
  const { t } = useI18n()
  return (
    <>
      <FormField label={t('diagnostics.server')} fieldErrors={getFieldErrors('server')}>
        {(fieldIds) => (
          <TextInput
            {...fieldIds}
            value={values.dns_server}
            inputMode="decimal"
            onChange={(event) => onChange({ dns_server: event.target.value })}
          />
        )}
      </FormField>
      <FormField label={t('diagnostics.record')} fieldErrors={getFieldErrors('record')}>
        {(fieldIds) => (
          <Select
            {...fieldIds}
            value={values.record_type}
            choices={recordTypes.map((value) => ({ value, label: value }))}
            onChoose={(value) => onChange({ record_type: value as DnsSettings['record_type'] })}
          />
        )}
      </FormField>
    </>
  )
}

interface SensorsFieldProps {
  readonly chosen: readonly string[]
  readonly onChange: (chosen: readonly string[]) => void
  readonly fieldErrors: readonly string[] | undefined
}

function SensorsField({ chosen, onChange, fieldErrors }: SensorsFieldProps) {
  const { t } = useI18n()
  const sensors = useSensors()
  const choices = useMemo(
    () =>
      [...sensors.values()]
        .filter(({ is_active }) => is_active)
        .sort(compareNames)
        .map(({ id, name }) => ({ value: String(id), label: name })),
    [sensors],
  )
  return (
    <FormField label={t('diagnostics.sensors')} fieldErrors={fieldErrors}>
      {(fieldIds) => (
        <ChipCombobox
          fieldIds={fieldIds}
          choices={choices}
          values={chosen}
          onChange={onChange}
          placeholder={t('diagnostics.chooseSensors')}
          nothing={t('diagnostics.nothing')}
          removeLabel={(name) => t('diagnostics.remove', { name })}
        />
      )}
    </FormField>
  )
}

/** Adds the started diagnostics to the incident. If that fails, their results are still shown. */
async function addResults(
  { id }: DiagnosedIncident,
  started: readonly StartedDiagnostic[],
  client: Client,
): Promise<void> {
  const ids = started.flatMap((each) => ('id' in each ? [each.id] : []))
  try {
    await addToIncident(client, id, ids)
  } catch (error) {
    showWarning(errorText(error))
  }
}

/**
 * Starts the diagnostic on all sensors. If the first request is rejected, its error is thrown, because the input is
 * probably invalid; later rejections are shown per sensor.
 */
async function startAll(
  client: Client,
  diagnostic: RequestedDiagnostic,
  sensors: readonly number[],
): Promise<StartedDiagnostic[]> {
  const started: StartedDiagnostic[] = []
  for (const sensor of sensors)
    try {
      started.push({ kind: diagnostic.kind, sensor, id: await startDiagnostic(client, diagnostic, sensor) })
    } catch (error) {
      if (started.length === 0) throw error
      started.push({ kind: diagnostic.kind, sensor, error })
    }
  return started
}
