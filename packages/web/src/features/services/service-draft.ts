import type { ExtendedSettingFormat, Service } from '@wachta/client'
import { useState } from 'react'
import { changedSensors } from './sensor-settings.ts'
import { type SettingDraft, toSetting, toSettingDraft } from './setting-values.ts'

export const generalFields = ['name', 'address', 'interval', 'description'] as const

/** What the form says about a service, apart from what only its type knows. */
export interface ServiceValues extends Record<(typeof generalFields)[number] | 'group', string> {
  readonly isActive: boolean
  readonly sensors: readonly number[] | null
}

/** The form as it is filled in, and the requests that come of it; these throw where a setting cannot be read. */
export function useServiceDraft(service: Service, formats: readonly ExtendedSettingFormat[]) {
  const [values, setValues] = useState(() => toServiceValues(service))
  const [drafts, setDrafts] = useState<Readonly<Record<string, SettingDraft>>>(() =>
    Object.fromEntries(
      formats.map((format) => [format.key, toSettingDraft(format, service.extended_settings[format.key])]),
    ),
  )
  const settingsOf = (some: readonly ExtendedSettingFormat[]) => ({
    address: values.address,
    extended_settings: Object.fromEntries(
      some.map((format) => [format.key, toSetting(format, drafts[format.key] ?? '')]),
    ),
  })
  return {
    values,
    drafts,
    change: (next: Partial<ServiceValues>) => setValues((before) => ({ ...before, ...next })),
    changeSetting: (key: string, draft: SettingDraft) => setDrafts((before) => ({ ...before, [key]: draft })),
    settingsOf,
    requestWith: (some: readonly ExtendedSettingFormat[]) => ({
      path: { _id: service.id },
      body: {
        name: values.name,
        address: values.address,
        interval: Number(values.interval),
        description: values.description,
        is_active: values.isActive,
        ...(Number(values.group) !== service.group_id && { group_id: Number(values.group) }),
        ...changedSensors(service.sensor_ids, values.sensors),
        extended_settings: settingsOf(some).extended_settings,
      },
    }),
  }
}

export type ServiceDraft = ReturnType<typeof useServiceDraft>

const toServiceValues = (service: Service): ServiceValues => ({
  name: service.name,
  address: service.address,
  interval: String(service.interval),
  description: service.description,
  group: String(service.group_id),
  isActive: service.is_active,
  sensors: service.sensor_ids?.length ? service.sensor_ids : null,
})
