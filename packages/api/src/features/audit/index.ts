import type { Feature } from '../../platform/feature.ts'
import { audit } from './audit.ts'

export const feature: Feature = {
  resources: [audit],
}
