import { CommandError } from '@wachta/cli'
import type { Database } from '@wachta/database'
import type { Cell } from '@wachta/directory'
import type { ObjectStore } from '@wachta/objects'
import { sql } from 'kysely'
import type { Tree } from './tree-tables.ts'

/** One of the two cells of a move, opened by the owner of its database. */
export interface MoveCell extends Pick<Cell, 'number' | 'name'> {
  readonly database: Database
}

/** The object stores of the two cells. */
interface MoveStores {
  readonly source: ObjectStore
  readonly destination: ObjectStore
}

export interface MoveContext {
  readonly source: MoveCell
  readonly destination: MoveCell
  readonly directory: Database
  readonly tree: Tree
  /** Undefined if the operator has not named them. */
  readonly stores: MoveStores | undefined
  readonly times: MoveTimes
  /** Tells the operator what is done now. */
  readonly say: (step: MoveStep) => void
}

/** In milliseconds; tests and proofs have shorter ones. */
export interface MoveTimes {
  /** How long before the handover it is announced: until then, sensors and analysts of both cells know who checks. */
  readonly lead: number
  /** How long planners have sensors keep a revision that has ended. */
  readonly keptAfterEnd: number
}

/** Revisions take effect after half a minute for the same reason, and are kept for a minute. */
export const moveTimes: MoveTimes = { lead: 40_000, keptAfterEnd: 61_000 }

export type MoveStep = 'history' | 'fenced' | 'drained' | 'left' | 'arrived' | 'led' | 'finished'

/** Where a move has come to, in one of its cells. */
export interface TreeMove {
  readonly move_id: string
  readonly other_cell: number
  readonly step: 'fenced' | 'left' | 'arriving' | 'arrived'
  readonly handover_time: Date | null
}

export async function loadMove(database: Pick<Database, 'query'>, treeId: number): Promise<TreeMove | undefined> {
  const [found] = await database.query(
    sql<TreeMove>`select move_id, other_cell, step, handover_time from tree_move where tree_id = ${treeId}`,
  )
  return found
}

/** The schema in which the rows of a tree lie between the two transactions of a move. */
export const departedSchema = (treeId: number): string => `departed_${treeId}`

/** Why a move cannot begin or go on. Nothing has changed, and the tree stays where it is. */
export const refuseMove = (en: string, pl: string): CommandError => new CommandError({ en, pl })
