import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ExtendedSettingFormat, fieldFaults, type Service } from '@wachta/client'
import { lazy, type SubmitEvent, Suspense, useState } from 'react'
import { client, errorText } from '../../app/client/client.ts'
import { useMe } from '../../app/client/me.ts'
import { serviceKeys } from '../../app/client/service-keys.ts'
import { CopyAsCurl } from '../../app/forms/copy-as-curl.tsx'
import { rehearsed } from '../../app/forms/sending.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { FormField } from '../../ui/field.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextArea, TextInput } from '../../ui/text-input.tsx'
import { say, warn } from '../../ui/toast.tsx'
import { useGroups } from '../groups/queries.ts'
import { serviceListKeys } from './queries.ts'
import { changedSensors } from './sensor-settings.ts'
import { ServiceSensors } from './service-sensors.tsx'
import { SettingField } from './setting-field.tsx'
import { type SettingDraft, toSetting, toSettingDraft, UnreadableSetting } from './setting-values.ts'

const TryNow = lazy(async () => ({ default: (await import('./try-now.tsx')).TryNow }))

interface SettingsFormProps {
  readonly service: Service
  readonly formats: readonly ExtendedSettingFormat[]
}

const general = ['name', 'address', 'interval', 'description'] as const

interface Values extends Record<(typeof general)[number] | 'group', string> {
  readonly isActive: boolean
  readonly sensors: readonly number[] | null
}

export function SettingsForm({ service, formats }: SettingsFormProps) {
  const { t } = useI18n()
  const groups = useGroups()
  const queries = useQueryClient()
  const { data: me } = useMe()
  // Of a service of somebody else, only the interface knows the package.
  const lacksPackage = service.permissions?.own === true && me?.package?.can_force_custom_analyses === false
  const isReadOnly = service.permissions?.update !== true
  const [values, setValues] = useState<Values>({
    name: service.name,
    address: service.address,
    interval: String(service.interval),
    description: service.description,
    group: String(service.group_id),
    isActive: service.is_active,
    sensors: service.sensor_ids?.length ? service.sensor_ids : null,
  })
  const [drafts, setDrafts] = useState<Readonly<Record<string, SettingDraft>>>(() =>
    Object.fromEntries(
      formats.map((format) => [format.key, toSettingDraft(format, service.extended_settings[format.key])]),
    ),
  )
  const change = (next: Partial<Values>) => setValues((before) => ({ ...before, ...next }))
  const [isTrying, setTrying] = useState(false)
  // What is copied is often pasted where others read: secrets stay here.
  const open = formats.filter(({ is_secret }) => !is_secret)
  const settingsOf = (some: readonly ExtendedSettingFormat[]) =>
    Object.fromEntries(some.map((format) => [format.key, toSetting(format, drafts[format.key] ?? '')]))
  const requestWith = (extended_settings: Readonly<Record<string, unknown>>) => ({
    path: { _id: service.id },
    body: {
      name: values.name,
      address: values.address,
      interval: Number(values.interval),
      description: values.description,
      is_active: values.isActive,
      ...(Number(values.group) !== service.group_id && { group_id: Number(values.group) }),
      ...changedSensors(service.sensor_ids, values.sensors),
      extended_settings,
    },
  })
  const mutation = useMutation({
    mutationFn: async () => client.call('update_service', requestWith(settingsOf(formats))),
    onSuccess: () => {
      say(t('settings.saved'))
      return Promise.all([
        queries.invalidateQueries({ queryKey: serviceKeys.one(service.id) }),
        queries.invalidateQueries({ queryKey: serviceListKeys.statuses }),
      ])
    },
  })
  const faults = faultsOf(mutation.error, t('settings.unreadable'))
  const known = [...general, 'group_id', 'is_active', ...formats.map(({ key }) => `extended_settings.${key}`)]
  const isOfSensors = (field: string) => field.split('.')[0] === 'sensor_ids'
  const elsewhere = [...faults]
    .filter(([field]) => !known.includes(field) && !isOfSensors(field))
    .flatMap(([, messages]) => messages)
  /** What cannot be read of the form is said as it would be upon saving. */
  const ifReadable = <T,>(make: () => T): T | null => {
    try {
      return make()
    } catch (error) {
      warn(error instanceof UnreadableSetting ? t('settings.unreadable') : String(error))
      return null
    }
  }
  const save = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    mutation.mutate()
  }
  return (
    <form onSubmit={save} noValidate className="grid max-w-4xl gap-8">
      {isReadOnly && <p className="text-muted">{t('settings.readOnly')}</p>}
      <div role="alert" className="empty:hidden">
        {elsewhere.length > 0 && <p className="text-failure">▲ {elsewhere.join(' ')}</p>}
      </div>
      <fieldset className="grid gap-4 sm:grid-cols-2">
        <legend className="mb-3 text-lg font-semibold">{t('settings.general')}</legend>
        {general.slice(0, 3).map((name) => (
          <FormField
            key={name}
            label={t(`settings.${name as 'name' | 'address' | 'interval'}`)}
            faults={faults.get(name)}
            hint={name === 'interval' ? t('settings.intervalHint') : undefined}
          >
            {(described) => (
              <TextInput
                {...described}
                disabled={isReadOnly}
                value={values[name]}
                inputMode={name === 'interval' ? 'numeric' : 'text'}
                onChange={(event) => change({ [name]: event.target.value })}
              />
            )}
          </FormField>
        ))}
        <FormField label={t('column.group')} faults={faults.get('group_id')}>
          {(described) => (
            <Combobox
              described={described}
              disabled={isReadOnly}
              choices={[...groups.values()].map(({ id, name }) => ({ value: String(id), label: name }))}
              value={values.group}
              onChoose={(group) => change({ group: group ?? values.group })}
              nothing={t('filters.nothing')}
            />
          )}
        </FormField>
        <FormField label={t('settings.description')} faults={faults.get('description')}>
          {(described) => (
            <TextArea
              {...described}
              disabled={isReadOnly}
              value={values.description}
              onChange={(event) => change({ description: event.target.value })}
            />
          )}
        </FormField>
        <FormField label={t('settings.isActive')} hint={t('settings.isActiveHint')} faults={faults.get('is_active')}>
          {(described) => (
            <Switch
              described={described}
              disabled={isReadOnly}
              checked={values.isActive}
              onChange={(isActive) => change({ isActive })}
            />
          )}
        </FormField>
      </fieldset>
      <ServiceSensors
        service={service}
        chosen={values.sensors}
        onChange={(sensors) => change({ sensors })}
        faults={[...faults].filter(([field]) => isOfSensors(field)).flatMap(([, messages]) => messages)}
        isReadOnly={isReadOnly}
      />
      <fieldset className="grid gap-4 sm:grid-cols-2">
        <legend className="mb-3 text-lg font-semibold">{t('settings.extended')}</legend>
        {formats.map((format) => (
          <SettingField
            key={format.key}
            format={format}
            draft={drafts[format.key] ?? ''}
            faults={faults.get(`extended_settings.${format.key}`) ?? []}
            isReadOnly={isReadOnly}
            onChange={(draft) => setDrafts((before) => ({ ...before, [format.key]: draft }))}
          />
        ))}
      </fieldset>
      {!isReadOnly && (
        <div className="sticky bottom-0 flex flex-wrap items-center gap-3 border-t border-line bg-paper py-3">
          <Button type="submit" kind="primary" busy={mutation.isPending}>
            {t('settings.save')}
          </Button>
          {service.permissions?.force_analysis && !service.is_archived && (
            <Button disabled={lacksPackage} onClick={() => ifReadable(() => settingsOf(formats)) && setTrying(true)}>
              {t('tryNow.open')}
            </Button>
          )}
          <CopyAsCurl
            requests={() => {
              const shown = ifReadable(() => requestWith(settingsOf(open)))
              return shown && rehearsed((via) => via.call('update_service', shown))
            }}
          />
          {lacksPackage && <p className="text-sm text-muted">{t('tryNow.notInPackage')}</p>}
          {mutation.error && (
            <p role="status" className="text-failure">
              {faults.size > 0 ? t('settings.faults') : errorText(mutation.error)}
            </p>
          )}
        </div>
      )}
      {isTrying && (
        <Suspense>
          <TryNow
            service={service}
            settings={{ address: values.address, extended_settings: settingsOf(formats) }}
            shown={{ address: values.address, extended_settings: settingsOf(open) }}
            onClose={() => setTrying(false)}
          />
        </Suspense>
      )}
    </form>
  )
}

/** What the interface says, or what we saw before asking it. */
function faultsOf(error: unknown, unreadable: string): ReadonlyMap<string, readonly string[]> {
  if (error instanceof UnreadableSetting) return new Map([[`extended_settings.${error.key}`, [unreadable]]])
  return fieldFaults(error)
}
