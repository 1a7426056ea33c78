import type { Account } from '@wachta/client'

type ListedAccount = Pick<Account, 'id' | 'name' | 'username' | 'parent_account_id' | 'reseller_account_id'>

/** Returns the accounts whose users a page can admit: those that its owner created. */
export const listVisitorAccounts = <Each extends ListedAccount>(
  accounts: readonly Each[],
  owner: number | undefined,
): readonly Each[] =>
  accounts.filter(
    ({ parent_account_id, reseller_account_id }) => parent_account_id === null && reseller_account_id === owner,
  )
