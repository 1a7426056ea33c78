import type { Feature } from '../../platform/feature.ts'
import { accountStatsOperations } from './account-stats.ts'
import { groupStats } from './group-stats.ts'
import { usageStatsOperations } from './usage-stats.ts'

export const feature: Feature = {
  resources: [groupStats],
  operations: (context) => [...accountStatsOperations(context), ...usageStatsOperations],
}
