import type { Feature } from '../../platform/feature.ts'
import { apiKey } from './api-key.ts'
import { apiKeyOperations } from './operations.ts'

export const feature: Feature = {
  resources: [apiKey],
  operations: () => [...apiKeyOperations()],
}
