import type { Account } from '@wachta/client'

/** An account in its place: sub-accounts and additional users stand under the account that they depend on. */
export interface TreeRow {
  readonly account: Account
  readonly depth: number
  readonly kind: 'account' | 'subaccount' | 'user'
}

/** All accounts in the order of the tree. Whoever depends on an account that is not in sight stands on their own. */
export function buildTree(accounts: readonly Account[]): TreeRow[] {
  const ids = new Set(accounts.map(({ id }) => id))
  const above = (account: Account): number | null => {
    const id = account.parent_account_id ?? account.reseller_account_id
    return id !== null && id !== account.id && ids.has(id) ? id : null
  }
  const below = Map.groupBy(accounts, above)
  const rows: TreeRow[] = []
  const visit = (account: Account, depth: number): void => {
    rows.push({ account, depth, kind: kindOf(account) })
    for (const each of below.get(account.id) ?? []) visit(each, depth + 1)
  }
  for (const account of below.get(null) ?? []) visit(account, 0)
  return rows
}

/** The rows that are wanted, and the accounts above them: a name alone does not tell whose it is. */
export function narrowed(rows: readonly TreeRow[], isWanted: (account: Account) => boolean): TreeRow[] {
  const kept: TreeRow[] = []
  let depth = -1
  for (const row of rows.toReversed()) {
    // Backwards, the first row that stands further out is the one above.
    const isAbove = row.depth < depth
    if (!isAbove && !isWanted(row.account)) continue
    kept.push(row)
    depth = row.depth
  }
  return kept.reverse()
}

function kindOf({ parent_account_id, reseller_account_id }: Account): TreeRow['kind'] {
  if (parent_account_id !== null) return 'user'
  return reseller_account_id === null ? 'account' : 'subaccount'
}
