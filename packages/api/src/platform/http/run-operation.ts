import { type Call, changesData, type Operation, type OperationAnswer } from '@wachta/resource'
import { toDatabaseViolation } from '../errors/database.ts'
import type { ServerParts } from './server-parts.ts'

/**
 * Tags of operations whose writes change neither who may sign in nor what a caller may do. After a write with any other
 * tag, the cache of callers is cleared.
 */
const tagsWithoutAccessChanges: ReadonlySet<string> = new Set([
  'services',
  'service_suspensions',
  'suspensions',
  'corrections',
  'history',
  'incidents',
  'events',
  'escalations',
  'contacts',
  'contact_addresses',
  'contact_groups',
])

/** Runs an operation; one that changes something runs in a transaction, unless it is slow and opens its own. */
export async function runOperation(
  { authenticator, registry }: Pick<ServerParts, 'authenticator' | 'registry'>,
  operation: Operation,
  call: Call,
): Promise<OperationAnswer | undefined> {
  if (!changesData(operation)) return operation.handle(call)
  const work = operation.slow ? operation.handle(call) : call.transaction((tx) => operation.handle(tx))
  const answer = await work.catch(async (error: unknown) => {
    // Limited, because user names are unique among all accounts: trying many would reveal who has an account here.
    const violation = toDatabaseViolation(error, registry)
    if (violation?.symbol === 'already_taken' && violation.field === 'data.username')
      await authenticator.countTakenName(call.caller.accountId, call.request.address)
    throw error
  })
  if (!tagsWithoutAccessChanges.has(operation.tag)) authenticator.forget()
  return answer
}
