import type { Feature } from '../../platform/feature.ts'
import { signingKeyOperations } from './operations.ts'
import { signingKey } from './signing-key.ts'

export const feature: Feature = {
  resources: [signingKey],
  operations: () => [...signingKeyOperations()],
}
