import { isDeepStrictEqual } from 'node:util'
import { channel } from '@wachta/channels'
import {
  buildSettingsSchema,
  type CheckType,
  changesDestination,
  fillDefaultSettings,
  findCheckType,
  findPatternViolations,
  listSecretSettingKeys,
  settingsFormatsWithoutPatterns,
} from '@wachta/checks'
import { reviseServices } from '@wachta/database'
import { type ExtendedSettings, getTimeoutMs, maxNestedSettingLength, type ServiceLimits } from '@wachta/domain'
import {
  type Call,
  compileSchema,
  type RowChange,
  reject,
  rejectAny,
  type Validate,
  type Values,
  type Violation,
} from '@wachta/resource'
import { sql } from 'kysely'
import { loadOwnerOfGroup, requireMovePermission } from '../../platform/ownership.ts'
import { type LimitFields, loadAccountLimits, rejectServicesBeyondPackage } from '../packages/limits.ts'
import { findSensorViolations } from '../sensors/rules.ts'
import { findScriptViolations } from './script-rules.ts'

/** Replaces secrets in all responses; in a request, it stands for the stored secret. */
export const mask = '********'

const limitFields: LimitFields = {
  maximum_services: 'data.group_id',
  maximum_services_of_type: 'data.type_id',
  service_type: 'data.type_id',
  minimum_interval: 'data.interval',
  minimum_interval_of_type: 'data.interval',
  maximum_sensors: 'data.sensor_ids',
}

/**
 * Validates what the schema of a new service cannot express, and adds its defaults. `afterServiceCreate` gets `forCreated`.
 */
export async function prepareService(data: Values, call: Call): Promise<{ columns: Values; forCreated: Values }> {
  const type = findCheckType(String(data['type_id'])) ?? reject('unknown_reference', 'data.type_id')
  const owner_id = await loadOwnerOfGroup(data, call)
  const limits = await loadAccountLimits(owner_id, call)
  const settings = resolveMasks(type, (data['extended_settings'] ?? {}) as Values)
  if (data['is_archived'] === true && data['is_active'] === true) reject('service_is_archived', 'data.is_active')
  const step_names = getStepNames(type, settings)
  const columns = {
    interval: getDefaultInterval(type, limits),
    notification_channel_ids: getDefaultChannels(limits),
    ...(data['is_archived'] === true && { is_active: false }),
    ...data,
    ...{ owner_id, step_names },
  }
  rejectAny([
    ...findServiceAddressViolations(type, data),
    ...findStepViolations(data, step_names),
    ...(await findSettingViolations(type, settings)),
    ...(await findSensorViolations(getSensorIds(data), { ...buildSensorRules(type, owner_id), former: [] }, call)),
    ...(await findScriptViolations(settings, { ids: getSensorIds(data), ownerId: owner_id }, call)),
    ...findChannelViolations(data, limits),
  ])
  return {
    columns: { ...columns, extended_settings: toStoredSettings(type, settings) },
    forCreated: { settings, type: type.id, owner_id },
  }
}

export async function afterServiceCreate(id: number, { settings, type, owner_id }: Values, call: Call): Promise<void> {
  await storeSecrets({ id, owner_id, type_id: type }, settings as Values, call)
  await rejectServicesBeyondPackage(Number(owner_id), { ids: [id], fields: limitFields }, call)
  await reviseServices([id], call)
}

/** Validates a change of a service. Given settings are merged into the stored ones; other fields are replaced. */
export async function prepareServiceChange(changes: Values, before: Values, call: Call): Promise<Values> {
  const type = findCheckType(String(before['type_id'])) ?? reject('not_found')
  const owner = Number(before['owner_id'])
  if (before['is_archived'] && changes['is_active'] === true) reject('service_is_archived', 'data.is_active')
  if ('group_id' in changes && !(await call.holds('service', Number(before['id']), 'move')))
    reject('forbidden_field', 'data.group_id')
  await requireMovePermission({ group_id: changes['group_id'], owner_id: before['owner_id'] }, 'create_services', call)
  const former = before['extended_settings'] as Values
  const settings = changes['extended_settings'] as Values | undefined
  const merged = { ...former, ...resolveMasks(type, settings ?? {}, former) }
  const step_names = getStepNames(type, merged)
  rejectAny([
    ...findServiceAddressViolations(type, changes),
    ...findStepViolations(changes, step_names, before),
    ...(settings ? await findSettingViolations(type, merged) : []),
    ...findSecretViolations(type, before, { ...changes, extended_settings: merged }),
    ...(await findSensorViolations(
      getSensorIds(changes),
      { ...buildSensorRules(type, owner), former: getSensorIds(before) },
      call,
    )),
    ...(await findScriptViolations(merged, { ids: getSensorIds({ ...before, ...changes }), ownerId: owner }, call)),
    ...('notification_channel_ids' in changes
      ? findChannelViolations(changes, await loadAccountLimits(owner, call), before)
      : []),
  ])
  const { step_names: _, ...others } = changes
  return {
    ...others,
    ...(settings && { extended_settings: toStoredSettings(type, merged) }),
    ...(!isDeepStrictEqual(step_names, before['step_names']) && { step_names }),
  }
}

export async function afterServiceChange({ id, changes, before }: RowChange, call: Call): Promise<void> {
  const owner = Number(before['owner_id'])
  const settings = changes['extended_settings'] as Values | undefined
  if (settings) await storeSecrets({ id, owner_id: owner, type_id: before['type_id'] }, settings, call)
  if ('interval' in changes || 'sensor_ids' in changes)
    await rejectServicesBeyondPackage(owner, { ids: [id], fields: limitFields }, call)
  await reviseServices([id], call)
}

/** Returns the names of the steps of a scenario, in order; other check types have none. */
function getStepNames({ settings: known }: CheckType, { steps }: Values): string[] {
  if (!('steps' in known) || !Array.isArray(steps)) return []
  return steps.map((step: unknown) => String((step as Values | null)?.['name'] ?? ''))
}

/** Rejects step names that differ from the steps in the settings, except for those stored before. */
function findStepViolations({ step_names }: Values, derived: readonly string[], before: Values = {}): Violation[] {
  const given = (step_names ?? []) as readonly string[]
  const isKnown = isDeepStrictEqual(given, derived) || isDeepStrictEqual(given, before['step_names'])
  return given.length === 0 || isKnown ? [] : [{ symbol: 'step_names_follow_steps', field: 'data.step_names' }]
}

function findServiceAddressViolations(type: CheckType, { address }: Values): Violation[] {
  const violation = address === undefined ? undefined : type.validateAddress(String(address))
  return violation
    ? [{ symbol: 'wrong_address', field: 'data.address', params: { reason: { ...violation.message } } }]
    : []
}

/**
 * Requires secrets again if a change sends them to another target. Callers who may change a service need not know its
 * secrets, and could otherwise obtain them by changing the address.
 */
function findSecretViolations(type: CheckType, before: Values, after: Values): Violation[] {
  const former = before['extended_settings'] as Values
  const settings = after['extended_settings'] as Values
  const stored = listSecretSettingKeys(type).filter((key) => former[key] === mask)
  const isSameAddress = after['address'] === undefined || after['address'] === before['address']
  if (
    isSameAddress &&
    !changesDestination(type, fillDefaultSettings(type, former), fillDefaultSettings(type, settings))
  )
    return []
  return stored
    .filter((key) => settings[key] === undefined || settings[key] === mask)
    .map((key) => ({ symbol: 'secret_needed_again', field: `data.extended_settings.${key}` }))
}

const validators = new Map<string, Validate>()

/** Validates settings, without masked secrets, which were validated when they were stored. */
async function findSettingViolations(type: CheckType, settings: Values): Promise<Violation[]> {
  const validate = validators.get(type.id) ?? compileSchema(buildSettingsSchema(type), settingsFormatsWithoutPatterns)
  validators.set(type.id, validate)
  const secrets = new Set(listSecretSettingKeys(type))
  const readable = Object.entries(settings).filter(([key, value]) => !(secrets.has(key) && value === mask))
  const given = Object.fromEntries(readable)
  const patterns = (await findPatternViolations(type, given)).map(({ path, reason }) => ({
    symbol: reason === 'too_large' ? 'pattern_too_large' : 'wrong_format',
    field: ['data', 'extended_settings', ...path].join('.'),
  }))
  return [
    ...validate(given, 'data.extended_settings'),
    ...findAlternativeViolations(type, given),
    ...patterns,
    ...findLengthViolations(given),
  ]
}

/** Requires exactly one of the alternative settings of a check type. */
function findAlternativeViolations({ alternatives = [] }: CheckType, settings: Values): Violation[] {
  const toField = (key: string) => `data.extended_settings.${key}`
  const given = alternatives.filter((key) => settings[key] !== null && settings[key] !== undefined)
  if (given.length === 0)
    return alternatives.slice(0, 1).map((key) => ({ symbol: 'missing_field', field: toField(key) }))
  return given.slice(1).map((key) => ({ symbol: 'contradiction', field: toField(key) }))
}

/** The schema bounds each part of a scenario, but not all of them together. */
const findLengthViolations = (settings: Values): Violation[] =>
  Object.entries(settings)
    .filter(([, value]) => typeof value === 'object' && JSON.stringify(value).length > maxNestedSettingLength)
    .map(([key]) => ({
      symbol: 'too_long',
      field: `data.extended_settings.${key}`,
      params: { limit: maxNestedSettingLength },
    }))

/** Resolves masks: without a stored secret, a mask means null. */
function resolveMasks(type: CheckType, settings: Values, former: Values = {}): Values {
  const empty = listSecretSettingKeys(type).filter((key) => settings[key] === mask && former[key] !== mask)
  return { ...settings, ...Object.fromEntries(empty.map((key) => [key, null])) }
}

/** Returns settings as they are stored and shown: with all defaults, and with a mask for every secret that is set. */
function toStoredSettings(type: CheckType, settings: Values): Values {
  const secrets = new Set(listSecretSettingKeys(type))
  const complete = Object.entries(fillDefaultSettings(type, settings))
  return Object.fromEntries(
    complete.map(([key, value]) => [key, secrets.has(key) && value !== null && value !== '' ? mask : value]),
  )
}

/** Stores secrets, encrypted for their account, service and setting, so that they cannot be used elsewhere. */
async function storeSecrets(service: Values, settings: Values, call: Call): Promise<void> {
  const { given, removed, encrypted } = encryptSecrets(service, settings, call)
  if (given.length === 0) return
  await call.db.query(sql`update service set secrets = (secrets - ${removed}::text[]) || ${JSON.stringify(encrypted)}::jsonb
where id = ${service['id']}`)
}

/** Returns the secrets in the request: which are given, which of them are removed, and the others encrypted. */
function encryptSecrets({ id, owner_id, type_id }: Values, settings: Values, call: Pick<Call, 'seal'>) {
  const type = findCheckType(String(type_id))
  const given = (type ? listSecretSettingKeys(type) : []).filter((key) => key in settings && settings[key] !== mask)
  const removed = given.filter((key) => settings[key] === null || settings[key] === '')
  const encrypted = given
    .filter((key) => !removed.includes(key))
    .map((key) => [key, call.seal(String(settings[key]), ['service', String(owner_id), String(id), key])])
  return { given, removed, encrypted: Object.fromEntries(encrypted) as Values }
}

/**
 * Builds the configuration of a manual check with custom settings. They are validated like a change. Secrets that are
 * not given are the stored ones; if they would be sent to another target, the request is rejected.
 */
export async function buildCustomConfiguration(changes: Values, before: Values, call: Call) {
  const { address = before['address'], extended_settings = before['extended_settings'] } = await prepareServiceChange(
    changes,
    before,
    call,
  )
  const settings = extended_settings as Values
  const [stored] = await call.db.query(sql<{ secrets: Values }>`select secrets from service where id = ${before['id']}`)
  const { removed, encrypted } = encryptSecrets(before, (changes['extended_settings'] ?? {}) as Values, call)
  const keptSecrets = Object.entries(stored?.secrets ?? {}).filter(([key]) => !removed.includes(key))
  const { error_tolerance } = settings
  const category_id = findCheckType(String(before['type_id']))?.category ?? ''
  return {
    error_tolerance: typeof error_tolerance === 'number' ? error_tolerance : undefined,
    timeout_ms: getTimeoutMs({ category_id, extended_settings: settings as ExtendedSettings }),
    configuration: { address, extended_settings, secrets: { ...Object.fromEntries(keptSecrets), ...encrypted } },
  }
}

const getSensorIds = ({ sensor_ids }: Values) => (sensor_ids ?? []) as readonly number[]

const buildSensorRules = ({ category }: CheckType, ownerId: number) => ({ ownerId, category, at: 'data.sensor_ids' })

/** The default interval of the check type, or the shortest that the package allows if that is longer. */
function getDefaultInterval(type: CheckType, { minimum_interval, available_service_types }: ServiceLimits): number {
  const typeLimits = available_service_types.find(({ service_type_id }) => service_type_id === type.id)
  return Math.max(type.defaultInterval, minimum_interval, typeLimits?.minimum_interval ?? 0)
}

/** The default channels of a service, as far as the package includes them. */
const getDefaultChannels = ({ available_notification_channel_ids: offered }: ServiceLimits): string[] =>
  ['email', 'sms'].filter((channel) => offered.includes(channel))

/** Returns a violation for each new channel that the package does not include; channels chosen before are accepted. */
function findChannelViolations(
  { notification_channel_ids }: Values,
  { available_notification_channel_ids }: ServiceLimits,
  before: Values = {},
): Violation[] {
  const former = (before['notification_channel_ids'] ?? []) as readonly string[]
  const offered = new Set(available_notification_channel_ids)
  return ((notification_channel_ids ?? []) as readonly string[]).flatMap((channelId, index) => {
    const field = `data.notification_channel_ids.${index}`
    if (former.includes(channelId)) return []
    if (channel(channelId)?.isDiscontinued) return [{ symbol: 'channel_discontinued', field }]
    return offered.has(channelId) ? [] : [{ symbol: 'channel_not_in_package', field, params: { what: channelId } }]
  })
}
