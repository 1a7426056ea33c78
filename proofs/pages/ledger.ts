/** The expected content of pages: the statuses that the proof wrote, and when the record was unavailable. */
export class Ledger {
  readonly #statuses = new Map<string, { readonly from: number; readonly status: string }[]>()
  readonly #outages: { readonly from: number; to: number }[] = []

  /** Records a status that was written in a transaction between these times. */
  write(publicId: string, status: string, from: number): void {
    const known = this.#statuses.get(publicId) ?? []
    this.#statuses.set(publicId, [...known, { from, status }])
  }

  /** Records that the record is unavailable from now on. Returns a function that ends that. */
  leave(): () => void {
    const outage = { from: Date.now(), to: Number.POSITIVE_INFINITY }
    this.#outages.push(outage)
    return () => {
      outage.to = Date.now()
    }
  }

  /** Whether the record was unavailable at any moment of this time before now. */
  wasAway(now: number, lengthMs: number): boolean {
    return this.#outages.some(({ from, to }) => from <= now - lengthMs && to >= now)
  }

  /** Whether the component had the status at some moment between the two times. */
  had(publicId: string, status: string, [from, to]: readonly [from: number, to: number]): boolean {
    const known = this.#statuses.get(publicId) ?? []
    return known.some((one, index) => {
      const until = known[index + 1]?.from ?? Number.POSITIVE_INFINITY
      return one.status === status && one.from <= to && until >= from
    })
  }
}
