import type { Account } from '@wachta/client'

type Known = Pick<Account, 'id' | 'name' | 'username' | 'parent_account_id'>

/**
 * Whom a group can still be shared with among the accounts that one sees. Its owner has it already, and additional users have
 * what their account has.
 */
export const listCandidates = <Each extends Known>(
  accounts: readonly Each[],
  owner: number,
  shared: readonly { readonly account_id: number }[],
): readonly Each[] => {
  const taken = new Set([owner, ...shared.map(({ account_id }) => account_id)])
  return accounts.filter(({ id, parent_account_id }) => parent_account_id === null && !taken.has(id))
}
