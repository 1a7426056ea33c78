import type { CheckSettings } from './setting.ts'

/**
 * The schema has validated the settings; these only narrow the types. A missing value, or one of another type, is null.
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
