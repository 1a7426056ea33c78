import type { Feature } from '../../platform/feature.ts'
import { offeredPackages } from './offer.ts'
import { accountPackage, adminPackage } from './package.ts'

export const feature: Feature = {
  resources: [adminPackage, accountPackage],
  operations: (context) => [offeredPackages(context)],
}
