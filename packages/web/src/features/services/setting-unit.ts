import type { LocaleFormats } from '../../app/i18n/formats.ts'

const units = ['ms', 'B', 'px', '%'] as const
type SettingUnit = (typeof units)[number]

/** Returns the unit that the name of a setting has in brackets; null if it has none. */
export function readUnit(name: string): SettingUnit | null {
  const [, text] = /\(([^()]+)\)/.exec(name) ?? []
  return units.find((unit) => unit === text) ?? null
}

/** Formats a number of units, in the unit that is easiest to read: 60000 ms as one minute. */
export function formatInUnit(value: number, unit: SettingUnit | null, formats: LocaleFormats): string {
  if (unit === 'ms') return value >= 1000 ? formats.duration(value / 1000) : formats.milliseconds(value)
  if (unit === 'B') return formats.bytes(value)
  if (unit === null) return formats.number(value)
  return unit === '%' ? `${formats.number(value)}%` : `${formats.number(value)} ${unit}`
}
