export type { ErrorType, ErrorTypeCategory } from './error-types/error-type.ts'
export { errorTypeCategories, errorTypes } from './error-types/index.ts'
export type { AddressFault } from './types/address.ts'
export { type CheckType, defineCheckType } from './types/check-type.ts'
export { checkType, checkTypes } from './types/index.ts'
export type { Setting } from './types/setting.ts'
export {
  defaultsOf,
  leadsElsewhere,
  type SettingFormat,
  type Settings,
  secretKeys,
  settingFormats,
  settingsFormats,
  settingsSchema,
  withDefaults,
} from './types/settings-schema.ts'
