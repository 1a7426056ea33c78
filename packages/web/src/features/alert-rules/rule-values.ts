import type { Event, EventCreateData } from '@wachta/client'
import { type SettingDraft, toSetting, toSettingDraft } from '../services/setting-values.ts'
import { kindSettings } from './kinds.ts'
import type { RuleKind } from './queries.ts'

/** The values of the rule form. */
export interface RuleValues {
  readonly name: string
  readonly description: string
  readonly isActive: boolean
  readonly kind: RuleKind
  readonly settings: Readonly<Record<string, SettingDraft>>
  readonly isForAll: boolean
  readonly groups: readonly string[]
  readonly services: readonly string[]
  /** In seconds; null if the input is not a number. */
  readonly startDelay: number | null
  readonly endDelay: number | null
  readonly conditions: readonly string[]
}

/** Converts a rule for the form; null returns the initial values of a new rule. */
export function toRuleValues(rule: Event | null): RuleValues {
  const kind = rule?.kind ?? 'failure'
  const toTexts = (ids: readonly number[] | undefined) => (ids ?? []).map(String)
  return {
    name: rule?.name ?? '',
    description: rule?.description ?? '',
    isActive: rule?.is_active ?? true,
    kind,
    settings: toSettingDrafts(kind, rule?.settings ?? {}),
    isForAll: rule ? rule.scope.all_services === true : true,
    groups: toTexts(rule?.scope.group_ids),
    services: toTexts(rule?.scope.service_ids),
    startDelay: rule?.start_delay ?? 0,
    endDelay: rule?.end_delay ?? 0,
    conditions: toTexts(rule?.condition_event_ids),
  }
}

/** Converts the settings for the form; settings of other kinds are ignored. */
export const toSettingDrafts = (kind: RuleKind, stored: Event['settings']): Record<string, SettingDraft> =>
  Object.fromEntries(
    Object.entries(kindSettings[kind]).map(([key, format]) => [
      key,
      toSettingDraft(format, stored[key as keyof Event['settings']] ?? format.default),
    ]),
  )

/** Converts the form for the API. An empty setting is reset to its default. */
export function toRule(values: RuleValues): Omit<EventCreateData, 'kind' | 'owner_id'> {
  const settings = Object.entries(kindSettings[values.kind]).map(([key, format]) => [
    key,
    toSetting({ key, type: format.type }, values.settings[key] ?? '') ?? format.default,
  ])
  return {
    name: values.name.trim(),
    description: values.description,
    is_active: values.isActive,
    settings: Object.fromEntries(settings),
    scope: values.isForAll
      ? { all_services: true }
      : { all_services: false, group_ids: values.groups.map(Number), service_ids: values.services.map(Number) },
    start_delay: toDelay(values.startDelay),
    end_delay: toDelay(values.endDelay),
    condition_event_ids: values.conditions.map(Number),
  }
}

/** Invalid input is sent as an invalid number, so that the API returns the error message. */
const toDelay = (seconds: number | null): number => seconds ?? -1

/** Returns the errors of a field and of its entries, such as those of a list. */
export const findFieldErrors = (fieldErrors: ReadonlyMap<string, readonly string[]>, field: string): string[] => [
  ...new Set(
    [...fieldErrors]
      .filter(([name]) => name === field || name.startsWith(`${field}.`))
      .flatMap(([, messages]) => messages),
  ),
]
