import type { Feature } from '../../platform/feature.ts'
import { diagnosticOperations } from './operations.ts'

export const feature: Feature = {
  operations: (context) => [...diagnosticOperations(context)],
}
