import { CommandError } from '@wachta/cli'
import type { Database } from '@wachta/database'
import type { Cell } from '@wachta/directory'
import type { ObjectStore } from '@wachta/objects'
import { sql } from 'kysely'
import type { Tree } from './tree-tables.ts'

/** One of the two cells of a move, with its database opened as the owner. */
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
  /** Undefined if CELL_OBJECTS_URLS does not name the stores of both cells. */
  readonly stores: MoveStores | undefined
  readonly times: MoveTimes
  /** Reports to the operator the step that was completed. */
  readonly onStep: (step: MoveStep) => void
}

/** The times of a move in milliseconds; tests and proofs use shorter times. */
export interface MoveTimes {
  /**
   * How long before the handover it is announced, so that sensors and analysts of both cells know in time who checks.
   */
  readonly leadMs: number
  /** How long planners make sensors keep a revision that has ended. */
  readonly keptAfterEndMs: number
}

/** A little more than for other revisions, which take effect after half a minute and are kept for a minute. */
export const moveTimes: MoveTimes = { leadMs: 40_000, keptAfterEndMs: 61_000 }

/** The completed steps that are reported, in this order; `led`: the directory leads to the destination. */
export type MoveStep = 'history' | 'fenced' | 'drained' | 'left' | 'arrived' | 'led' | 'finished'

/** The progress of a move in one of its cells. */
export interface TreeMove {
  readonly move_id: string
  readonly other_cell: number
  readonly step: 'fenced' | 'left' | 'arriving' | 'arrived'
  readonly handover_time: Date | null
  /** When this step began; for the step `fenced`, when the first copy began. */
  readonly changed_at: Date
}

export async function loadMove(database: Pick<Database, 'query'>, treeId: number): Promise<TreeMove | undefined> {
  const [found] = await database.query(
    sql<TreeMove>`select move_id, other_cell, step, handover_time, changed_at from tree_move where tree_id = ${treeId}`,
  )
  return found
}

/** The schema of the source that keeps the rows of a tree from its departure to the end of the move. */
export const departedSchema = (treeId: number): string => `departed_${treeId}`

/** Creates the error for a move that cannot begin or continue. */
export const createMoveError = (en: string, pl: string): CommandError => new CommandError({ en, pl })

/** Throws if another move of the tree has begun: two cells would check its services, and expect its rows. */
export function rejectOtherMove({ destination }: Pick<MoveContext, 'destination'>, begun: TreeMove | undefined): void {
  if (begun === undefined || begun.step === 'arrived' || begun.other_cell === destination.number) return
  throw createMoveError(
    `The account is on its way to the cell with the number ${begun.other_cell}. Finish or abort that move first.`,
    `Konto jest w drodze do komórki o numerze ${begun.other_cell}. Najpierw dokończ albo przerwij te przenosiny.`,
  )
}

/** Creates the error for a move that another command has aborted meanwhile: the tree is in the source. */
export const createAbortedError = (): CommandError =>
  createMoveError('The move was aborted meanwhile.', 'Przenosiny zostały w tym czasie przerwane.')
