import type { Transaction } from '@wachta/database'
import { sql } from 'kysely'

/** Another analyst owns the group: whatever this one still believes, it writes nothing. */
export class Fenced extends Error {
  override readonly name = 'Fenced'

  constructor(group: number) {
    super(`group ${group} belongs to another analyst`)
  }
}

export interface Tenure {
  readonly group: number
  readonly epoch: number
}

/** Holds the lease for the rest of the transaction: a successor waits until it is over. */
export async function fence(tx: Transaction, { group, epoch }: Tenure): Promise<void> {
  const held = await tx.query(sql`select from analyst_lease where vp_group = ${group} and epoch = ${epoch} for share`)
  if (held.length === 0) throw new Fenced(group)
}
