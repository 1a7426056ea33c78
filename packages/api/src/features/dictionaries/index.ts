import type { Feature } from '../../platform/feature.ts'
import { allDictionaries as all } from './all.ts'
import { defineDictionaryResource } from './dictionary-resource.ts'
import { errorType } from './error-type.ts'
import { serviceType } from './service-type.ts'
import { extendedSettingFormats } from './service-type-formats.ts'

export const feature: Feature = {
  resources: [errorType, serviceType, ...all.map(defineDictionaryResource)],
  operations: () => [extendedSettingFormats],
}
