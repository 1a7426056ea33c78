/** What stayed: a place in one sequence and the same thing's place in the other. */
export type Pair = readonly [place: number, at: number]

interface Sequences {
  /** Short digests as they were sealed. */
  readonly sealed: Int32Array
  /** Short digests of what is there; `anything` stands for whichever was sealed in its place. */
  readonly there: Int32Array
}

export const unknownCount = -1

/** So many places of both are compared in memory at once: 8 MB of it. What is larger is divided first. */
const maxAtOnce = 4_000_000

/**
 * As many pairs as there can be, in order: the longest sequence that both have in common. Memory grows with the length of the
 * two and not with its square (Hirschberg, 1975).
 */
export function align({ sealed, there }: Sequences, atOnce: number = maxAtOnce): Pair[] {
  const isSame = (place: number, at: number) => there[at] === unknownCount || there[at] === sealed[place]
  return onlyAdded() ?? alignPart({ from: 0, to: sealed.length, start: 0, end: there.length })

  /** The common case by far, and a short one: all that was sealed is there, in order, and something beside it. */
  function onlyAdded(): Pair[] | undefined {
    const pairs: Pair[] = []
    for (let at = 0; at < there.length && pairs.length < sealed.length; at += 1)
      if (isSame(pairs.length, at)) pairs.push([pairs.length, at])
    return pairs.length === sealed.length ? pairs : undefined
  }

  function alignPart(part: Part): Pair[] {
    let { from, to, start, end } = part
    const [head, tail]: [Pair[], Pair[]] = [[], []]
    while (from < to && start < end && isSame(from, start)) head.push([from++, start++])
    while (from < to && start < end && isSame(to - 1, end - 1)) tail.push([--to, --end])
    return [...head, ...middle({ from, to, start, end }), ...tail.reverse()]
  }

  function middle(part: Part): Pair[] {
    const { from, to, start, end } = part
    if (from === to || start === end) return []
    if (to - from === 1 || (to - from + 1) * (end - start + 1) <= atOnce) return walk(part, isSame)
    const half = Math.floor((from + to) / 2)
    const before = common({ ...part, to: half }, 1)
    const after = common({ ...part, from: half }, -1)
    let cut = 0
    const held = (at: number) => (before[at] ?? 0) + (after[end - start - at] ?? 0)
    for (let at = 1; at <= end - start; at += 1) if (held(at) > held(cut)) cut = at
    return [
      ...alignPart({ from, to: half, start, end: start + cut }),
      ...alignPart({ from: half, to, start: start + cut, end }),
    ]
  }

  /** How many a part has in common with the first so many that are there; with the last so many, if looked at from its end. */
  function common({ from, to, start, end }: Part, direction: 1 | -1): Uint32Array {
    const width = end - start
    let [last, next] = [new Uint32Array(width + 1), new Uint32Array(width + 1)]
    for (let index = 0; index < to - from; index += 1) {
      const leaf = sealed[direction === 1 ? from + index : to - 1 - index]
      for (let count = 1, at = direction === 1 ? start : end - 1; count <= width; count += 1, at += direction) {
        const other = there[at]
        const above = last[count] ?? 0
        const beside = next[count - 1] ?? 0
        if (other === leaf || other === unknownCount) next[count] = (last[count - 1] ?? 0) + 1
        else next[count] = Math.max(above, beside)
      }
      ;[last, next] = [next, last]
    }
    return last
  }
}

/** Up to, not including, `to` and `end`. */
interface Part {
  readonly from: number
  readonly to: number
  readonly start: number
  readonly end: number
}

/** By a table of how many have in common what follows two places. */
function walk({ from, to, start, end }: Part, isSame: (place: number, at: number) => boolean): Pair[] {
  const width = end - start + 1
  const table = new Uint16Array((to - from + 1) * width)
  const follow = (place: number, at: number) => table[(place - from) * width + (at - start)] ?? 0
  for (let place = to - 1; place >= from; place -= 1)
    for (let at = end - 1; at >= start; at -= 1)
      table[(place - from) * width + (at - start)] = isSame(place, at)
        ? follow(place + 1, at + 1) + 1
        : Math.max(follow(place + 1, at), follow(place, at + 1))
  const pairs: Pair[] = []
  let [place, at] = [from, start]
  while (place < to && at < end) {
    if (isSame(place, at)) pairs.push([place++, at++])
    // Where it costs nothing, one has taken the place of the other.
    else if (follow(place + 1, at + 1) === follow(place, at)) [place, at] = [place + 1, at + 1]
    else if (follow(place + 1, at) > follow(place, at + 1)) place += 1
    else at += 1
  }
  return pairs
}
