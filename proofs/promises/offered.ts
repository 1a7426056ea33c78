import type { SourceLine, SourceTree } from './source-tree.ts'

/** Something that a user can set, choose, request or rely on. */
export interface ProductOffer {
  readonly family: string
  /** Its owner: a schema, a check type, a process or a command. */
  readonly owner: string
  readonly name: string
  /** Finds the code that reads or produces it, other than its declaration. */
  acts(tree: SourceTree): SourceLine | undefined
  /** Finds a test that covers it. */
  shown(tree: SourceTree): SourceLine | undefined
  /** Why the product rejects it, if it does; then `shown` finds the test of the rejection. */
  readonly refusal?: string
}

export interface OfferVerdict {
  readonly offered: ProductOffer
  readonly verdict: 'acts' | 'refused' | 'hollow'
  readonly place?: SourceLine
  readonly test?: SourceLine
  /** For a rejected one: why. For a hollow one: what is missing. */
  readonly reason?: string
}

/** Looks for code that implements it and for a test; if one of them is missing, it is hollow. */
export function judge(offered: ProductOffer, tree: SourceTree): OfferVerdict {
  const place = offered.acts(tree)
  const test = offered.shown(tree)
  const found = { offered, ...(place && { place }), ...(test && { test }) }
  if (test === undefined)
    return { ...found, verdict: 'hollow', reason: `${place ? '' : 'nothing reads it, '}no test names it` }
  if (offered.refusal !== undefined) return { ...found, verdict: 'refused', reason: offered.refusal }
  return place ? { ...found, verdict: 'acts' } : { ...found, verdict: 'hollow', reason: 'nothing reads it' }
}

export const describeOffer = ({ family, owner, name }: ProductOffer): string =>
  `${family}: ${owner === '' ? '' : `${owner} `}${name}`
