import type { DocumentInfo, Operation, Registry } from '@wachta/resource'
import { errorSchema } from './platform/errors/error-response.ts'

/** The version of the published API that this implementation follows. */
const version = '3.51'

export const described = (operations: readonly Operation[], registry: Registry): DocumentInfo => ({
  title: 'Wachta',
  version,
  description:
    'Remote monitoring of services. Errors are arrays; lists carry X-Total-Count; times are RFC 3339 in UTC.',
  basePath: '/v3',
  operations,
  registry,
  error: errorSchema,
})
