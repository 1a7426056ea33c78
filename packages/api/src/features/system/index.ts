import type { Feature } from '../../platform/feature.ts'
import { systemOperations } from './operations.ts'

export const feature: Feature = {
  operations: (context) => [...systemOperations(context)],
}
