import type { Addition } from '../additions.ts'
import { onlyRead } from '../flag-tables.ts'

/** Another view of services. */
export const addition: Addition = {
  kinds: {
    service_tags: {
      table: 'service',
      hangsOn: 'service',
      key: ['service_id'],
      mirrors: 'service',
      plural: 'service_tags',
      serves: 'list search',
      unflagged: true,
      flags: onlyRead,
    },
  },
  operations: {
    'GET /service_tags': 'services are sorted and filtered by words of the account',
    'POST /service_tags/search': 'as above',
    'POST /services/bulk_tag': 'as above, for many services at once',
  },
}
