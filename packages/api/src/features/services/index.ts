import type { Feature } from '../../platform/feature.ts'
import { serviceKind } from './apply.ts'
import { serviceArchiveOperations } from './archive.ts'
import { availableOperations } from './available.ts'
import { serviceBulkOperations } from './bulk.ts'
import { serviceForceOperations } from './force.ts'
import { service } from './service.ts'

export const feature: Feature = {
  resources: [service],
  operations: (context) => [
    ...availableOperations(context),
    ...serviceArchiveOperations,
    ...serviceBulkOperations(),
    ...serviceForceOperations(),
  ],
  applyKinds: ({ vault }) => [serviceKind(vault)],
}
