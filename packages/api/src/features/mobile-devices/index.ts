import type { Feature } from '../../platform/feature.ts'
import { mobileDevice } from './mobile-device.ts'
import { mobileDeviceOperations } from './operations.ts'

export const feature: Feature = {
  resources: [mobileDevice],
  operations: (context) => [...mobileDeviceOperations(context)],
}
