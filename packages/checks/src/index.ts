export { allowAll, createGuard, type Guard, publicOnly } from '@wachta/egress'
export { type CheckOrder, runCheck } from './check.ts'
export type { CheckContext } from './check-context.ts'
export type { ErrorType, ErrorTypeCategory } from './error-types/error-type.ts'
export { errorTypeCategories, errorTypes } from './error-types/index.ts'
export { CheckFailure, UnsupportedError } from './failure.ts'
export { tryEchoPrograms } from './icmp/send-echoes.ts'
export { lookUpAddresses } from './network/name-lookup.ts'
export type { CheckOutcome } from './outcome.ts'
export type { KeptArtifact, Probe, StepOutcome } from './probe.ts'
export { type Registries, type WhoisServer, wellKnownRegistries, withBootstrap } from './registry/registries.ts'
export type { AddressFault } from './types/address.ts'
export type { CheckTarget } from './types/check-type.ts'
export { type CheckType, canRun, defineCheckType } from './types/check-type.ts'
export { checkType, checkTypes } from './types/index.ts'
export { type Setting, settingEditors } from './types/setting.ts'
export { patternViolations } from './types/setting-patterns.ts'
export {
  type CheckSettings,
  defaultSettings,
  describeSettings,
  fillDefaultSettings,
  leadsElsewhere,
  type SettingFormat,
  secretSettingKeys,
  settingsFormats,
  settingsFormatsWithoutPatterns,
  settingsSchema,
} from './types/settings-schema.ts'
