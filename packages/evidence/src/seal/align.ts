/** Two indexes of the same record: in the sealed sequence and in the present one. */
export type Pair = readonly [sealedIndex: number, presentIndex: number]

interface Sequences {
  /** The short digests that were sealed. */
  readonly sealed: Int32Array
  /** The short digests of the records that are stored now; `wildcardDigest` equals every sealed digest. */
  readonly present: Int32Array
}

/** The digest of an amended record, which may replace any sealed record. */
export const wildcardDigest = -1

/** The maximum number of cells in the comparison table (8 MB); longer sequences are divided first. */
const maxTableCells = 4_000_000

/**
 * Returns the longest common subsequence as pairs of indexes. It needs memory in proportion to the length of the
 * sequences, not to its square (Hirschberg, 1975).
 */
export function align({ sealed, present }: Sequences, maxCells: number = maxTableCells): Pair[] {
  const isSame = (sealedIndex: number, presentIndex: number) =>
    present[presentIndex] === wildcardDigest || present[presentIndex] === sealed[sealedIndex]
  return alignAdded() ?? alignPart({ from: 0, to: sealed.length, start: 0, end: present.length })

  /** Handles the most frequent case quickly: all sealed records are present in order, and others were added. */
  function alignAdded(): Pair[] | undefined {
    const pairs: Pair[] = []
    for (let presentIndex = 0; presentIndex < present.length && pairs.length < sealed.length; presentIndex += 1)
      if (isSame(pairs.length, presentIndex)) pairs.push([pairs.length, presentIndex])
    return pairs.length === sealed.length ? pairs : undefined
  }

  function alignPart(part: Part): Pair[] {
    let { from, to, start, end } = part
    const [head, tail]: [Pair[], Pair[]] = [[], []]
    while (from < to && start < end && isSame(from, start)) head.push([from++, start++])
    while (from < to && start < end && isSame(to - 1, end - 1)) tail.push([--to, --end])
    return [...head, ...alignMiddle({ from, to, start, end }), ...tail.reverse()]
  }

  function alignMiddle(part: Part): Pair[] {
    const { from, to, start, end } = part
    if (from === to || start === end) return []
    if (to - from === 1 || (to - from + 1) * (end - start + 1) <= maxCells) return alignByTable(part, isSame)
    const half = Math.floor((from + to) / 2)
    const before = computeCommonLengths({ ...part, to: half }, 1)
    const after = computeCommonLengths({ ...part, from: half }, -1)
    let cut = 0
    const pairsIfCutAt = (presentIndex: number) =>
      (before[presentIndex] ?? 0) + (after[end - start - presentIndex] ?? 0)
    for (let presentIndex = 1; presentIndex <= end - start; presentIndex += 1)
      if (pairsIfCutAt(presentIndex) > pairsIfCutAt(cut)) cut = presentIndex
    return [
      ...alignPart({ from, to: half, start, end: start + cut }),
      ...alignPart({ from: half, to, start: start + cut, end }),
    ]
  }

  /**
   * Element n is the length of the common subsequence of the part's sealed records and its first n present ones; in
   * direction -1, its last n.
   */
  function computeCommonLengths({ from, to, start, end }: Part, direction: 1 | -1): Uint32Array {
    const width = end - start
    let [last, next] = [new Uint32Array(width + 1), new Uint32Array(width + 1)]
    for (let index = 0; index < to - from; index += 1) {
      const sealedDigest = sealed[direction === 1 ? from + index : to - 1 - index]
      for (
        let count = 1, presentIndex = direction === 1 ? start : end - 1;
        count <= width;
        count += 1, presentIndex += direction
      ) {
        const presentDigest = present[presentIndex]
        const above = last[count] ?? 0
        const beside = next[count - 1] ?? 0
        if (presentDigest === sealedDigest || presentDigest === wildcardDigest) next[count] = (last[count - 1] ?? 0) + 1
        else next[count] = Math.max(above, beside)
      }
      ;[last, next] = [next, last]
    }
    return last
  }
}

/**
 * A part of both sequences: sealed indexes `from` to `to` and present indexes `start` to `end`, both ends exclusive.
 */
interface Part {
  readonly from: number
  readonly to: number
  readonly start: number
  readonly end: number
}

/** Finds the pairs with a table of the common lengths of all remainders. */
function alignByTable(
  { from, to, start, end }: Part,
  isSame: (sealedIndex: number, presentIndex: number) => boolean,
): Pair[] {
  const width = end - start + 1
  const table = new Uint16Array((to - from + 1) * width)
  const getCommonLength = (sealedIndex: number, presentIndex: number) =>
    table[(sealedIndex - from) * width + (presentIndex - start)] ?? 0
  for (let sealedIndex = to - 1; sealedIndex >= from; sealedIndex -= 1)
    for (let presentIndex = end - 1; presentIndex >= start; presentIndex -= 1)
      table[(sealedIndex - from) * width + (presentIndex - start)] = isSame(sealedIndex, presentIndex)
        ? getCommonLength(sealedIndex + 1, presentIndex + 1) + 1
        : Math.max(getCommonLength(sealedIndex + 1, presentIndex), getCommonLength(sealedIndex, presentIndex + 1))
  const pairs: Pair[] = []
  let [sealedIndex, presentIndex] = [from, start]
  while (sealedIndex < to && presentIndex < end) {
    if (isSame(sealedIndex, presentIndex)) pairs.push([sealedIndex++, presentIndex++])
    // If no pair is lost by it, treat the present record as a replacement of the sealed one.
    else if (getCommonLength(sealedIndex + 1, presentIndex + 1) === getCommonLength(sealedIndex, presentIndex))
      [sealedIndex, presentIndex] = [sealedIndex + 1, presentIndex + 1]
    else if (getCommonLength(sealedIndex + 1, presentIndex) > getCommonLength(sealedIndex, presentIndex + 1))
      sealedIndex += 1
    else presentIndex += 1
  }
  return pairs
}
