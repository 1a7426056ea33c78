import type { CheckSettings } from './setting.ts'

/**
 * The schema has validated the settings; these functions only narrow the types. A missing value, or a value of another
 * type, is null, false or an empty list.
 */
export const readTextSetting = (settings: CheckSettings, key: string): string | null => {
  const value = settings[key]
  return typeof value === 'string' ? value : null
}

export const readNumberSetting = (settings: CheckSettings, key: string): number | null => {
  const value = settings[key]
  return typeof value === 'number' ? value : null
}

export const readFlagSetting = (settings: CheckSettings, key: string): boolean => settings[key] === true

export const readLinesSetting = (settings: CheckSettings, key: string): readonly string[] => {
  const value = settings[key]
  return Array.isArray(value) ? value.filter((line) => typeof line === 'string') : []
}
