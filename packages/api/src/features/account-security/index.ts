import type { Feature } from '../../platform/feature.ts'
import { accountSecurityOperations } from './operations.ts'

export const feature: Feature = { operations: () => accountSecurityOperations }
