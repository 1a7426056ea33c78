/** Something that is due at a time. */
interface Due<T> {
  readonly at: number
  readonly what: T
}

/** What is due next, of very many: a heap, the earliest on top. */
export class Deadlines<T> {
  readonly #heap: Due<T>[] = []

  get earliest(): number | undefined {
    return this.#heap[0]?.at
  }

  add(at: number, what: T): void {
    const heap = this.#heap
    const due = { at, what }
    let place = heap.push(due) - 1
    while (place > 0) {
      const above = (place - 1) >> 1
      const parent = heap[above]
      if (parent === undefined || parent.at <= at) break
      heap[place] = parent
      place = above
    }
    heap[place] = due
  }

  /** Takes out what is due first, if that is by now. */
  next(now: number): Due<T> | undefined {
    const heap = this.#heap
    const top = heap[0]
    if (top === undefined || top.at > now) return undefined
    const last = heap.pop()
    if (last !== undefined && last !== top) this.#sink(last)
    return top
  }

  #sink(due: Due<T>): void {
    const heap = this.#heap
    let place = 0
    for (;;) {
      let below = 2 * place + 1
      let child = heap[below]
      if (child === undefined) break
      const other = heap[below + 1]
      if (other !== undefined && other.at < child.at) {
        child = other
        below += 1
      }
      if (child.at >= due.at) break
      heap[place] = child
      place = below
    }
    heap[place] = due
  }
}
