import { isDeepStrictEqual } from 'node:util'
import { channel } from '@wachta/channels'
import {
  type CheckType,
  canRun,
  checkType,
  fillDefaultSettings,
  leadsElsewhere,
  patternFaults,
  secretSettingKeys,
  settingsFormatsApart,
  settingsSchema,
} from '@wachta/checks'
import { reviseServices } from '@wachta/database'
import type { ServiceLimits } from '@wachta/domain'
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
import { demandMove, ownerOfGroup } from '../../platform/ownership.ts'
import { type LimitFields, limitsOfAccount, rejectServicesBeyondPackage } from '../packages/limits.ts'
import { sensorViolations } from '../sensors/rules.ts'

/** What stands for a secret wherever settings are shown; sent back, it means the secret that is there. */
export const mask = '********'

const limitFields: LimitFields = {
  maximum_services: 'data.group_id',
  maximum_services_of_type: 'data.type_id',
  service_type: 'data.type_id',
  minimum_interval: 'data.interval',
  minimum_interval_of_type: 'data.interval',
  maximum_sensors: 'data.sensor_ids',
}

/** What a schema cannot say of a new service, and what the request leaves out. */
export async function prepareService(data: Values, call: Call): Promise<{ columns: Values; kept: Values }> {
  const type = checkType(String(data['type_id'])) ?? reject('unknown_reference', 'data.type_id')
  if (!canRun(type)) reject('type_cannot_run', 'data.type_id')
  const owner_id = await ownerOfGroup(data, call)
  const limits = await limitsOfAccount(owner_id, call)
  const settings = meant(type, (data['extended_settings'] ?? {}) as Values)
  if (data['is_archived'] === true && data['is_active'] === true) reject('service_is_archived', 'data.is_active')
  const step_names = stepNames(type, settings)
  const columns = {
    interval: usualInterval(type, limits),
    notification_channel_ids: usualChannels(limits),
    ...(data['is_archived'] === true && { is_active: false }),
    ...data,
    ...{ owner_id, step_names },
  }
  rejectAny([
    ...addressViolations(type, data),
    ...stepViolations(data, step_names),
    ...(await settingViolations(type, settings)),
    ...(await sensorViolations(sensorIds(data), { ...sensorRules(type, owner_id), former: [] }, call)),
    ...channelViolations(data, limits),
  ])
  return {
    columns: { ...columns, extended_settings: shown(type, settings) },
    kept: { settings, type: type.id, owner_id },
  }
}

export async function serviceCreated(id: number, { settings, type, owner_id }: Values, call: Call): Promise<void> {
  await keepSecrets({ id, owner_id, type_id: type }, settings as Values, call)
  await rejectServicesBeyondPackage(Number(owner_id), { ids: [id], fields: limitFields }, call)
  await reviseServices([id], call)
}

/** Settings that are given are laid over those that are there; everything else is set as it is given. */
export async function prepareServiceChange(changes: Values, before: Values, call: Call): Promise<Values> {
  const type = checkType(String(before['type_id'])) ?? reject('not_found')
  const owner = Number(before['owner_id'])
  if (before['is_archived'] && changes['is_active'] === true) reject('service_is_archived', 'data.is_active')
  if ('group_id' in changes && !(await call.holds('service', Number(before['id']), 'move')))
    reject('forbidden_field', 'data.group_id')
  await demandMove({ group_id: changes['group_id'], owner_id: before['owner_id'] }, 'create_services', call)
  const former = before['extended_settings'] as Values
  const settings = changes['extended_settings'] as Values | undefined
  const merged = { ...former, ...meant(type, settings ?? {}, former) }
  const step_names = stepNames(type, merged)
  rejectAny([
    ...addressViolations(type, changes),
    ...stepViolations(changes, step_names, before),
    ...(settings ? await settingViolations(type, merged) : []),
    ...secretViolations(type, before, { ...changes, extended_settings: merged }),
    ...(await sensorViolations(sensorIds(changes), { ...sensorRules(type, owner), former: sensorIds(before) }, call)),
    ...('notification_channel_ids' in changes
      ? channelViolations(changes, await limitsOfAccount(owner, call), before)
      : []),
  ])
  const { step_names: _, ...others } = changes
  return {
    ...others,
    ...(settings && { extended_settings: shown(type, merged) }),
    ...(!isDeepStrictEqual(step_names, before['step_names']) && { step_names }),
  }
}

export async function serviceChanged({ id, changes, before }: RowChange, call: Call): Promise<void> {
  const owner = Number(before['owner_id'])
  const settings = changes['extended_settings'] as Values | undefined
  if (settings) await keepSecrets({ id, owner_id: owner, type_id: before['type_id'] }, settings, call)
  if ('interval' in changes || 'sensor_ids' in changes)
    await rejectServicesBeyondPackage(owner, { ids: [id], fields: limitFields }, call)
  await reviseServices([id], call)
}

/** The names of the steps that a scenario is made of, in their order; other types have none. */
function stepNames({ settings: known }: CheckType, { steps }: Values): string[] {
  if (!('steps' in known) || !Array.isArray(steps)) return []
  return steps.map((step: unknown) => String((step as Values | null)?.['name'] ?? ''))
}

/** The settings decide: names may only repeat them, or what was there before. */
function stepViolations({ step_names }: Values, derived: readonly string[], before: Values = {}): Violation[] {
  const given = (step_names ?? []) as readonly string[]
  const isKnown = isDeepStrictEqual(given, derived) || isDeepStrictEqual(given, before['step_names'])
  return given.length === 0 || isKnown ? [] : [{ symbol: 'step_names_follow_steps', field: 'data.step_names' }]
}

function addressViolations(type: CheckType, { address }: Values): Violation[] {
  const violation = address === undefined ? undefined : type.address(String(address))
  return violation
    ? [{ symbol: 'wrong_address', field: 'data.address', params: { reason: { ...violation.message } } }]
    : []
}

/**
 * Whoever may change a service need not know its secrets. If it is to be checked elsewhere or in another way, they have
 * to be given again: otherwise a new address would be all it takes to have them sent there.
 */
function secretViolations(type: CheckType, before: Values, after: Values): Violation[] {
  const former = before['extended_settings'] as Values
  const settings = after['extended_settings'] as Values
  const set = secretSettingKeys(type).filter((key) => former[key] === mask)
  const isSame = after['address'] === undefined || after['address'] === before['address']
  if (isSame && !leadsElsewhere(type, fillDefaultSettings(type, former), fillDefaultSettings(type, settings))) return []
  return set
    .filter((key) => settings[key] === undefined || settings[key] === mask)
    .map((key) => ({ symbol: 'secret_needed_again', field: `data.extended_settings.${key}` }))
}

const validators = new Map<string, Validate>()

/** A mask stands for a value that was found right when it came in. Patterns cost the most, so they are looked at last. */
async function settingViolations(type: CheckType, settings: Values): Promise<Violation[]> {
  const validate = validators.get(type.id) ?? compileSchema(settingsSchema(type), settingsFormatsApart)
  validators.set(type.id, validate)
  const secrets = new Set(secretSettingKeys(type))
  const readable = Object.entries(settings).filter(([key, value]) => !(secrets.has(key) && value === mask))
  const given = Object.fromEntries(readable)
  const patterns = (await patternFaults(type, given)).map(({ path, reason }) => ({
    symbol: reason === 'too_large' ? 'pattern_too_large' : 'wrong_format',
    field: ['data', 'extended_settings', ...path].join('.'),
  }))
  return [...validate(given, 'data.extended_settings'), ...patterns]
}

/** A mask means the secret that is there; where there is none, it means nothing. */
function meant(type: CheckType, settings: Values, former: Values = {}): Values {
  const empty = secretSettingKeys(type).filter((key) => settings[key] === mask && former[key] !== mask)
  return { ...settings, ...Object.fromEntries(empty.map((key) => [key, null])) }
}

/** Settings as they are stored and shown: complete, with a mask for every secret that is set. */
function shown(type: CheckType, settings: Values): Values {
  const secrets = new Set(secretSettingKeys(type))
  const complete = Object.entries(fillDefaultSettings(type, settings))
  return Object.fromEntries(
    complete.map(([key, value]) => [key, secrets.has(key) && value !== null && value !== '' ? mask : value]),
  )
}

/** Seals secrets under the account, the service and the setting that they belong to: moved elsewhere, they do not open. */
async function keepSecrets(service: Values, settings: Values, call: Call): Promise<void> {
  const { given, gone, sealed } = sealedSecrets(service, settings, call)
  if (given.length === 0) return
  await call.db.query(sql`update service set secrets = (secrets - ${gone}::text[]) || ${JSON.stringify(sealed)}::jsonb
where id = ${service['id']}`)
}

/** What is said of secrets: which are given at all, which of them are taken out, and the others as they are stored. */
function sealedSecrets({ id, owner_id, type_id }: Values, settings: Values, call: Pick<Call, 'seal'>) {
  const type = checkType(String(type_id))
  const given = (type ? secretSettingKeys(type) : []).filter((key) => key in settings && settings[key] !== mask)
  const gone = given.filter((key) => settings[key] === null || settings[key] === '')
  const sealed = given
    .filter((key) => !gone.includes(key))
    .map((key) => [key, call.seal(String(settings[key]), ['service', String(owner_id), String(id), key])])
  return { given, gone, sealed: Object.fromEntries(sealed) as Values }
}

/**
 * A service as it would be with other settings, for an analysis that only tries them. They are checked like a change; a
 * secret that is not given is the one that is there, unless it would then be sent elsewhere.
 */
export async function customConfiguration(changes: Values, before: Values, call: Call) {
  const { address = before['address'], extended_settings = before['extended_settings'] } = await prepareServiceChange(
    changes,
    before,
    call,
  )
  const settings = extended_settings as Values
  const [stored] = await call.db.query(sql<{ secrets: Values }>`select secrets from service where id = ${before['id']}`)
  const { gone, sealed } = sealedSecrets(before, (changes['extended_settings'] ?? {}) as Values, call)
  const kept = Object.entries(stored?.secrets ?? {}).filter(([key]) => !gone.includes(key))
  const number = (value: unknown) => (typeof value === 'number' ? value : undefined)
  return {
    error_tolerance: number(settings['error_tolerance']),
    timeout_ms: number(settings['timeout']) ?? number(settings['reply_timeout']),
    configuration: { address, extended_settings, secrets: { ...Object.fromEntries(kept), ...sealed } },
  }
}

const sensorIds = ({ sensor_ids }: Values) => (sensor_ids ?? []) as readonly number[]

const sensorRules = ({ category }: CheckType, ownerId: number) => ({ ownerId, category, at: 'data.sensor_ids' })

/** What the type suggests, but no more often than the package allows. */
function usualInterval(type: CheckType, { minimum_interval, available_service_types }: ServiceLimits): number {
  const ofType = available_service_types.find(({ service_type_id }) => service_type_id === type.id)
  return Math.max(type.defaultInterval, minimum_interval, ofType?.minimum_interval ?? 0)
}

/** The channels that a service uses unless others are named, as far as its package has them. */
const usualChannels = ({ available_notification_channel_ids: offered }: ServiceLimits): string[] =>
  ['email', 'sms'].filter((channel) => offered.includes(channel))

/** A channel that was chosen before stays until it is taken out. */
function channelViolations(
  { notification_channel_ids }: Values,
  { available_notification_channel_ids }: ServiceLimits,
  before: Values = {},
): Violation[] {
  const former = (before['notification_channel_ids'] ?? []) as readonly string[]
  const offered = new Set(available_notification_channel_ids)
  return ((notification_channel_ids ?? []) as readonly string[]).flatMap((what, index) => {
    const field = `data.notification_channel_ids.${index}`
    if (former.includes(what)) return []
    if (channel(what)?.isDiscontinued) return [{ symbol: 'channel_discontinued', field }]
    return offered.has(what) ? [] : [{ symbol: 'channel_not_in_package', field, params: { what } }]
  })
}
