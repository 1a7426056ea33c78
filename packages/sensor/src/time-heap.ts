/** A binary heap ordered by time: adding an item and removing the earliest take logarithmic time. */
export class TimeHeap<T extends { readonly at: number }> {
  readonly #items: T[] = []

  get size(): number {
    return this.#items.length
  }

  peek(): T | undefined {
    return this.#items[0]
  }

  push(item: T): void {
    let index = this.#items.push(item) - 1
    while (index > 0) {
      const parent = (index - 1) >> 1
      if (this.#at(parent) <= item.at) break
      this.#swap(index, parent)
      index = parent
    }
  }

  pop(): T | undefined {
    const first = this.#items[0]
    const last = this.#items.pop()
    if (first === undefined || last === undefined || this.#items.length === 0) return first
    this.#items[0] = last
    this.#sink()
    return first
  }

  clear(): void {
    this.#items.length = 0
  }

  #sink(): void {
    let index = 0
    for (;;) {
      const leftChild = index * 2 + 1
      const smallerChild = this.#at(leftChild + 1) < this.#at(leftChild) ? leftChild + 1 : leftChild
      if (this.#at(smallerChild) >= this.#at(index)) return
      this.#swap(index, smallerChild)
      index = smallerChild
    }
  }

  /** Returns the time of an item; infinity beyond the end, so that missing children are never earlier. */
  #at(index: number): number {
    return this.#items[index]?.at ?? Number.POSITIVE_INFINITY
  }

  #swap(one: number, other: number): void {
    const [first, second] = [this.#items[one], this.#items[other]]
    if (first === undefined || second === undefined) return
    this.#items[one] = second
    this.#items[other] = first
  }
}
