import type { Feature } from '../../platform/feature.ts'
import { groupKind } from './apply.ts'
import { bulkDeleteGroups } from './bulk.ts'
import { group } from './group.ts'
import { groupShare } from './group-share.ts'

export const feature: Feature = {
  resources: [group, groupShare],
  operations: () => [bulkDeleteGroups],
  applyKinds: () => [groupKind],
}
