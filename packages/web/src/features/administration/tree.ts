import type { Account } from '@wachta/client'

/** An account in the tree: sub-accounts and additional users are below the account that they depend on. */
export interface TreeRow {
  readonly account: Account
  readonly depth: number
  readonly kind: 'account' | 'subaccount' | 'user'
}

/** Returns all accounts in the order of the tree. An account whose parent is not visible is at the top level. */
export function buildTree(accounts: readonly Account[]): TreeRow[] {
  const ids = new Set(accounts.map(({ id }) => id))
  const findParent = (account: Account): number | null => {
    const id = account.parent_account_id ?? account.reseller_account_id
    return id !== null && id !== account.id && ids.has(id) ? id : null
  }
  const childrenByParent = Map.groupBy(accounts, findParent)
  const rows: TreeRow[] = []
  const visit = (account: Account, depth: number): void => {
    rows.push({ account, depth, kind: getKind(account) })
    for (const each of childrenByParent.get(account.id) ?? []) visit(each, depth + 1)
  }
  for (const account of childrenByParent.get(null) ?? []) visit(account, 0)
  return rows
}

/** Returns the matching rows and all accounts above them, because a name alone does not show whose it is. */
export function filterTree(rows: readonly TreeRow[], isMatch: (account: Account) => boolean): TreeRow[] {
  const found: TreeRow[] = []
  let depth = -1
  for (const row of rows.toReversed()) {
    // In reverse order, the first row with a smaller depth is the parent.
    const isAbove = row.depth < depth
    if (!isAbove && !isMatch(row.account)) continue
    found.push(row)
    depth = row.depth
  }
  return found.reverse()
}

function getKind({ parent_account_id, reseller_account_id }: Account): TreeRow['kind'] {
  if (parent_account_id !== null) return 'user'
  return reseller_account_id === null ? 'account' : 'subaccount'
}
