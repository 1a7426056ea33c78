/** Things to do in the order of their times: adding one and taking the earliest cost the logarithm of how many there are. */
export class TimeHeap<T extends { readonly at: number }> {
  readonly #items: T[] = []

  get size(): number {
    return this.#items.length
  }

  peek(): T | undefined {
    return this.#items[0]
  }

  push(item: T): void {
    let place = this.#items.push(item) - 1
    while (place > 0) {
      const above = (place - 1) >> 1
      if (this.#at(above) <= item.at) break
      this.#swap(place, above)
      place = above
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
    let place = 0
    for (;;) {
      const left = place * 2 + 1
      const lower = this.#at(left + 1) < this.#at(left) ? left + 1 : left
      if (this.#at(lower) >= this.#at(place)) return
      this.#swap(place, lower)
      place = lower
    }
  }

  /** Beyond the end, everything is later. */
  #at(place: number): number {
    return this.#items[place]?.at ?? Number.POSITIVE_INFINITY
  }

  #swap(one: number, other: number): void {
    const [first, second] = [this.#items[one], this.#items[other]]
    if (first === undefined || second === undefined) return
    this.#items[one] = second
    this.#items[other] = first
  }
}
