import { type ExtendedSettings, maxNestedSettingLength } from '@wachta/domain'
import { type NumberRange, readObject, throwWireError, type WireFields } from './frame.ts'

// Ranges, limits and readers that several messages share.

export const idRange: NumberRange = { min: 1 }
/** The largest value of an `integer` column in the database. */
export const maxInteger = 0x7fff_ffff
export const countRange: NumberRange = { min: 0, max: maxInteger }
export const revisionRange: NumberRange = { min: 1, max: maxInteger }
/** A position in a spool. The maximum leaves room for the positions of a whole batch that begins there. */
export const spoolPositionRange: NumberRange = { min: 1, max: Number.MAX_SAFE_INTEGER - 1_000 }
/** A time in milliseconds since 1970, up to the end of 2099: the id of an analysis cannot express later slots. */
export const timeRange: NumberRange = { min: 0, max: 4_102_444_799_999 }
/** A duration in milliseconds, at most one day. */
export const durationRange = { min: 0, max: 86_400_000 } as const satisfies NumberRange
/** A shard. It consists of virtual partitions, so there can be at most as many shards as partitions. */
export const shardRange: NumberRange = { min: 0, max: 1023 }

export const maxAddressLength = 4_096
export const maxTypeIdLength = 64
export const maxSecretsLength = 65_536
const maxSettingsCount = 256
const maxSettingLength = 65_536
/** The steps of a browser scenario are five deep: steps, a step, its actions, an action, its members. */
const maxSettingDepth = 8

const hostPattern = /^[0-9a-z-]{1,64}$/

/** Reads the id of a host, that is, of one spool of a sensor. */
export function readHost(fields: WireFields): string {
  const host = fields.text('host', 64)
  return hostPattern.test(host) ? host : throwWireError('host')
}

/** Reads the settings of a check by key: texts, numbers, booleans and nulls, and lists and objects of them. */
export function readSettings(fields: WireFields, name: string): ExtendedSettings {
  const settings = readObject(fields.raw(name), name)
  const entries = Object.entries(settings)
  if (entries.length > maxSettingsCount || !entries.every(isSetting)) return throwWireError(name)
  return settings as ExtendedSettings
}

const settingNamePattern = /^[a-z0-9_]{1,64}$/

function isSetting([key, value]: readonly [string, unknown]): boolean {
  if (!settingNamePattern.test(key)) return false
  if (typeof value === 'string') return value.length <= maxSettingLength && value.isWellFormed()
  const isNested = typeof value === 'object' && value !== null
  return isSettingValue(value, maxSettingDepth) && (!isNested || JSON.stringify(value).length <= maxNestedSettingLength)
}

function isSettingValue(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return value.isWellFormed()
  if (typeof value !== 'object' || value === null)
    return value === null || typeof value === 'boolean' || Number.isFinite(value)
  if (depth === 0) return false
  if (Array.isArray(value)) return value.every((each) => isSettingValue(each, depth - 1))
  return Object.entries(value).every(([key, each]) => settingNamePattern.test(key) && isSettingValue(each, depth - 1))
}

/** Whether the value fits into an `integer` column of the database and is not negative. */
export const isCount = (value: unknown, max = maxInteger): boolean =>
  Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= max
