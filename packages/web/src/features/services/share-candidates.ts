import type { Account } from '@wachta/client'

type KnownAccount = Pick<Account, 'id' | 'name' | 'username' | 'parent_account_id'>

/**
 * Returns the visible accounts that a group can still be shared with. The owner is not one of them, and additional
 * users have the shares of their parent account.
 */
export const listCandidates = <Each extends KnownAccount>(
  accounts: readonly Each[],
  owner: number,
  shared: readonly { readonly account_id: number }[],
): readonly Each[] => {
  const taken = new Set([owner, ...shared.map(({ account_id }) => account_id)])
  return accounts.filter(({ id, parent_account_id }) => parent_account_id === null && !taken.has(id))
}
