/** A map with a limit on the sum of its sizes: the least recently used entries are removed. */
export class BoundedMap<Value> {
  readonly #entries = new Map<string, Value>()
  readonly #maxSize: number
  readonly #sizeOf: (value: Value) => number
  #size = 0

  constructor(maxSize: number, sizeOf: (value: Value) => number) {
    this.#maxSize = maxSize
    this.#sizeOf = sizeOf
  }

  get size(): number {
    return this.#size
  }

  keys(): string[] {
    return [...this.#entries.keys()]
  }

  /** Returns a value, which counts as used. */
  get(key: string): Value | undefined {
    const value = this.#entries.get(key)
    // While there is much space, the order does not matter, and changing it takes time.
    if (value === undefined || this.#size * 2 < this.#maxSize) return value
    this.#entries.delete(key)
    this.#entries.set(key, value)
    return value
  }

  peek(key: string): Value | undefined {
    return this.#entries.get(key)
  }

  /** Keeps a value; one that is larger than the limit is kept alone. */
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
