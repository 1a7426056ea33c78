import type { ExtendedSettingFormat, Service } from '@wachta/client'
import { useState } from 'react'
import { parseLevelTarget, toTargetText } from '../groups/target.ts'
import { parseTags } from './parse-tags.ts'
import { pickChangedSensors } from './sensor-settings.ts'
import { type SettingDraft, toSetting, toSettingDraft } from './setting-values.ts'

export const generalFields = ['name', 'address', 'interval', 'description'] as const

/** The general fields of the form, without the settings of the check type. */
export interface ServiceValues extends Record<(typeof generalFields)[number] | 'group', string> {
  readonly isActive: boolean
  readonly sensors: readonly number[] | null
  /** Separated by commas, as they are typed. */
  readonly tags: string
  /** The service level target, as it is typed. */
  readonly target: string
}

/** Returns the state of the form and the requests made from it, which throw if a setting is unreadable. */
export function useServiceDraft(service: Service, formats: readonly ExtendedSettingFormat[]) {
  const [values, setValues] = useState(() => toServiceValues(service))
  const [drafts, setDrafts] = useState<Readonly<Record<string, SettingDraft>>>(() =>
    Object.fromEntries(
      formats.map((format) => [format.key, toSettingDraft(format, service.extended_settings[format.key])]),
    ),
  )
  // The values that this form has saved last: `service` stays the older record while the form has unsaved changes.
  const [stored, setStored] = useState(() => ({ group_id: service.group_id, sensor_ids: service.sensor_ids }))
  const pickSettings = (includedFormats: readonly ExtendedSettingFormat[]) => ({
    address: values.address,
    extended_settings: Object.fromEntries(
      includedFormats.map((format) => [format.key, toSetting(format, drafts[format.key] ?? '')]),
    ),
  })
  return {
    values,
    drafts,
    change: (next: Partial<ServiceValues>) => setValues((before) => ({ ...before, ...next })),
    changeSetting: (key: string, draft: SettingDraft) => setDrafts((before) => ({ ...before, [key]: draft })),
    getSettings: pickSettings,
    markStored: () => setStored({ group_id: Number(values.group), sensor_ids: values.sensors && [...values.sensors] }),
    buildRequest: (includedFormats: readonly ExtendedSettingFormat[]) => ({
      path: { _id: service.id },
      body: {
        name: values.name,
        address: values.address,
        interval: Number(values.interval),
        description: values.description,
        is_active: values.isActive,
        tags: parseTags(values.tags),
        service_level_target: parseLevelTarget(values.target),
        ...(Number(values.group) !== stored.group_id && { group_id: Number(values.group) }),
        ...pickChangedSensors(stored.sensor_ids, values.sensors),
        extended_settings: pickSettings(includedFormats).extended_settings,
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
  tags: service.tags.join(', '),
  target: toTargetText(service.service_level_target),
  sensors: service.sensor_ids?.length ? service.sensor_ids : null,
})
