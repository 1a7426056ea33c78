import type { Addition } from '../additions.ts'
import { readOnlyFlags } from '../flag-tables.ts'

/** Another view of services. */
export const addition: Addition = {
  kinds: {
    service_tags: {
      table: 'service',
      parentResource: 'service',
      key: ['service_id'],
      mirroredResource: 'service',
      plural: 'service_tags',
      serves: 'list search',
      unflagged: true,
      flags: readOnlyFlags,
    },
  },
  operations: {
    'GET /service_tags': 'services are sorted and filtered by words of the account',
    'POST /service_tags/search': 'as above',
    'POST /services/bulk_tag': 'as above, for many services at once',
  },
}
