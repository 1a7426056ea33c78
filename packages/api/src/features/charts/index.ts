import type { Feature } from '../../platform/feature.ts'
import { chartOperations } from './operations.ts'

export const feature: Feature = {
  operations: (context) => [...chartOperations(context)],
}
