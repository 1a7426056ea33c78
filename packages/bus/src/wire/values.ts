import type { ExtendedSettings } from '@wachta/domain'
import { fail, type NumberRange, readObject, type WireFields } from './frame.ts'

/** Ranges and values that several messages have in common. */
export const idRange: NumberRange = { least: 1 }
/** What the database holds as a number of four bytes. */
export const maxInteger = 0x7fff_ffff
export const countRange: NumberRange = { least: 0, most: maxInteger }
export const revisionNumber: NumberRange = { least: 1, most: maxInteger }
/** A place in a spool: those of a whole batch that begins there are numbers too. */
export const place: NumberRange = { least: 1, most: Number.MAX_SAFE_INTEGER - 1_000 }
/** Up to 2100: what an analysis id can name. */
export const timeRange: NumberRange = { least: 0, most: 4_102_444_799_999 }
export const day = { least: 0, most: 86_400_000 } as const satisfies NumberRange
export const shardRange: NumberRange = { least: 0, most: 1023 }

export const maximumAddress = 4_096
export const maximumTypeId = 64
export const maximumSecrets = 65_536
const maximumSettings = 256
const maximumSetting = 65_536

const isHost = /^[0-9a-z-]{1,64}$/

export function readHost(fields: WireFields): string {
  const host = fields.text('host', 64)
  return isHost.test(host) ? host : fail('host')
}

export function readSettings(fields: WireFields, name: string): ExtendedSettings {
  const settings = readObject(fields.raw(name), name)
  const entries = Object.entries(settings)
  if (entries.length > maximumSettings || !entries.every(isSetting)) return fail(name)
  return settings as ExtendedSettings
}

function isSetting([key, value]: readonly [string, unknown]): boolean {
  if (!/^[a-z0-9_]{1,64}$/.test(key)) return false
  if (typeof value === 'string') return value.length <= maximumSetting && value.isWellFormed()
  return value === null || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))
}
