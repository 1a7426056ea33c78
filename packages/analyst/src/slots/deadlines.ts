/** An item with the time at which it is due. */
interface DueItem<T> {
  readonly at: number
  readonly item: T
}

/** A heap of items ordered by due time, the earliest on top. */
export class Deadlines<T> {
  readonly #heap: DueItem<T>[] = []

  get earliest(): number | undefined {
    return this.#heap[0]?.at
  }

  add(at: number, item: T): void {
    const heap = this.#heap
    const due = { at, item }
    let index = heap.push(due) - 1
    while (index > 0) {
      const above = (index - 1) >> 1
      const parent = heap[above]
      if (parent === undefined || parent.at <= at) break
      heap[index] = parent
      index = above
    }
    heap[index] = due
  }

  /** Removes and returns the earliest item, if it is due. */
  next(now: number): DueItem<T> | undefined {
    const heap = this.#heap
    const top = heap[0]
    if (top === undefined || top.at > now) return undefined
    const last = heap.pop()
    if (last !== undefined && last !== top) this.#sink(last)
    return top
  }

  #sink(due: DueItem<T>): void {
    const heap = this.#heap
    let index = 0
    for (;;) {
      let below = 2 * index + 1
      let child = heap[below]
      if (child === undefined) break
      const other = heap[below + 1]
      if (other !== undefined && other.at < child.at) {
        child = other
        below += 1
      }
      if (child.at >= due.at) break
      heap[index] = child
      index = below
    }
    heap[index] = due
  }
}
