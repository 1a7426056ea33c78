import type { Feature } from '../../platform/feature.ts'
import { createServiceKind } from './apply.ts'
import { serviceArchiveOperations } from './archive.ts'
import { availableOperations } from './available.ts'
import { serviceBulkOperations } from './bulk.ts'
import { bulkTagServices } from './bulk-tag.ts'
import { serviceForceOperations } from './force.ts'
import { service } from './service.ts'
import { serviceTags } from './service-tags.ts'

export const feature: Feature = {
  resources: [service, serviceTags],
  operations: (context) => [
    ...availableOperations(context),
    ...serviceArchiveOperations,
    ...serviceBulkOperations(),
    bulkTagServices,
    ...serviceForceOperations(),
  ],
  applyKinds: ({ vault }) => [createServiceKind(vault)],
}
