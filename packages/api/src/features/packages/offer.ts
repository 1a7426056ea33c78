import { listOperation, type Operation } from '@wachta/resource'
import { sql } from 'kysely'
import type { ApiContext } from '../../platform/context.ts'
import { accountPackage } from './package.ts'

/** The operation that lists the packages offered at registration. */
export const offeredPackages = ({ searcher }: ApiContext): Operation =>
  listOperation(searcher, accountPackage, {
    id: 'list_packages_for_new_accounts',
    path: '/packages/available_for_new_accounts',
    tag: 'packages',
    summary: 'Packages offered at registration.',
    access: 'public',
    within: { cacheKey: 'offered', condition: (row) => sql<boolean>`${row('is_available_for_new_accounts')}` },
  })
