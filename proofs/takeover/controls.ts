import type { Database } from '@wachta/database'
import { sql } from 'kysely'
import type { SpoilOperation } from './stage.ts'

/** One protection that is removed on purpose, so that the same attacks must succeed. */
interface InjectedFault {
  readonly part: 'api' | 'database' | 'broker'
  readonly operation?: SpoilOperation
  readonly database?: (owner: Database) => Promise<void>
}

/** Every session counts as confirmed by a step-up. */
const removeStepUp: SpoilOperation = (operation) => ({
  ...operation,
  handle: (call) => operation.handle({ ...call, requireStepUp: async () => undefined }),
})

/** Accounts, keys and sessions count as services, so the key of a script can change them. */
const tagAsServices: SpoilOperation = (operation) =>
  ['accounts', 'api_keys', 'sessions', 'user_data'].includes(operation.tag)
    ? { ...operation, tag: 'services' }
    : operation

export const injectedFaults: Readonly<Record<string, InjectedFault>> = {
  'step-up': { part: 'api', operation: removeStepUp },
  scope: { part: 'api', operation: tagAsServices },
  grant: {
    part: 'database',
    async database(owner) {
      await owner.query(sql`grant select, update on credential to wachta_analyst`)
    },
  },
  definer: {
    part: 'database',
    async database(owner) {
      for (const name of ['partition_days(date[])', 'add_partition(text, date)'])
        await owner.query(sql`alter function ${sql.raw(name)} set search_path = public`)
    },
  },
  broker: { part: 'broker' },
}
