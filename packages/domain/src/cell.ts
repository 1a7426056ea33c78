// The cells of an installation are numbered. The first is cell 0, and with one cell it is the only one. The size of an
// id shows in which cell it was allocated, and the mark in a secret shows which cell created it; secrets of cell 0 have
// no mark.

/** Consecutive ids, including the first and the last. */
export interface IdRange {
  readonly first: number
  readonly last: number
}

/** A spool stores the id of a service in six bytes, which hold the ids of 281 cells. */
export const maxCellNumber = 255
export const idsPerCell = 1_000_000_000_000

/** The ids that a cell allocates. */
export const toIdRange = (cellNumber: number): IdRange => ({
  first: cellNumber * idsPerCell + 1,
  last: (cellNumber + 1) * idsPerCell - 1,
})

/** The cell that allocated an id. */
export const findCellOfId = (id: number): number => Math.floor(id / idsPerCell)

/** The mark before the random part of a secret that a cell creates: `c3_`; empty for cell 0. */
export const toCellMark = (cellNumber: number): string => (cellNumber === 0 ? '' : `c${cellNumber}_`)

/** The source of a pattern that matches the mark of a cell, or its absence. */
export const cellMarkPattern = '(?:c[1-9][0-9]{0,2}_)?'

/** The cell that created a secret, with or without a prefix for its kind. */
export const findCellOfSecret = (secret: string): number =>
  Number(/^(?:wa[a-z]_)?c([1-9][0-9]{0,2})_/.exec(secret)?.[1] ?? 0)
