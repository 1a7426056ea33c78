import type { Feature } from '../../platform/feature.ts'
import { accountExpiries } from './operation.ts'

export const feature: Feature = {
  operations: (context) => [accountExpiries(context)],
}
