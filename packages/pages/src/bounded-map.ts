/** A map that limits the total size of its entries: the least recently used ones are removed. */
export class BoundedMap<Value> {
  readonly #entries = new Map<string, Value>()
  readonly #maxSize: number
  readonly #sizeOf: (value: Value) => number
  #size = 0

  constructor(maxSize: number, getSize: (value: Value) => number) {
    this.#maxSize = maxSize
    this.#sizeOf = getSize
  }

  get size(): number {
    return this.#size
  }

  keys(): string[] {
    return [...this.#entries.keys()]
  }

  /** Returns a value, and marks it as used. */
  get(key: string): Value | undefined {
    const value = this.#entries.get(key)
    // As long as the map is less than half full, the order does not matter, and changing it takes time.
    if (value === undefined || this.#size * 2 < this.#maxSize) return value
    this.#entries.delete(key)
    this.#entries.set(key, value)
    return value
  }

  peek(key: string): Value | undefined {
    return this.#entries.get(key)
  }

  /** Adds a value. One that is larger than the limit displaces all others. */
  set(key: string, value: Value): void {
    this.delete(key)
    this.#entries.set(key, value)
    this.#size += this.#sizeOf(value)
    for (const oldest of this.#entries.keys()) {
      if (this.#size <= this.#maxSize || oldest === key) return
      this.delete(oldest)
    }
  }

  delete(key: string): void {
    const value = this.#entries.get(key)
    if (value === undefined) return
    this.#entries.delete(key)
    this.#size -= this.#sizeOf(value)
  }
}
