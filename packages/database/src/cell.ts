import { maxCellNumber } from '@wachta/domain'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Queryable } from './database.ts'

/** The number is not a cell number, or the cell can no longer get another number. */
export class CellNumberError extends Error {
  override readonly name = 'CellNumberError'
}

/** Returns the number of the cell that the database belongs to. */
export async function loadCellNumber(database: Pick<Queryable, 'query'>): Promise<number> {
  const [cell] = await database.query(sql<{ number: number }>`select number from cell`)
  return cell?.number ?? 0
}

/**
 * Sets the number of the cell; `confine_ids()` must confine the sequences to its ids afterwards. Throws if the database
 * already has accounts, whose ids and secrets carry the former number.
 */
export async function setCellNumber(client: Pick<pg.ClientBase, 'query'>, number: number): Promise<void> {
  if (!Number.isInteger(number) || number < 0 || number > maxCellNumber)
    throw new CellNumberError(`The number of a cell must be a whole number from 0 to ${maxCellNumber}.`)
  await client.query(`update cell set number = $1 where number <> $1 and not exists (select from account)`, [number])
  const { rows } = await client.query('select number from cell')
  if (rows[0].number !== number)
    throw new CellNumberError(`This is cell ${rows[0].number}, which has accounts already: its number cannot change.`)
}
