/** The expected content of pages: the statuses that the proof wrote, and when the record was unavailable. */
export class Ledger {
  readonly #statuses = new Map<string, { readonly from: number; readonly status: string }[]>()
  readonly #outages: { readonly from: number; to: number }[] = []

  /** Records a status; `from` is a time just before the transaction that wrote it. */
  write(publicId: string, status: string, from: number): void {
    const changes = this.#statuses.get(publicId) ?? []
    this.#statuses.set(publicId, [...changes, { from, status }])
  }

  /** Notes that the record is unavailable from now on. Returns a function that ends the outage. */
  startOutage(): () => void {
    const outage = { from: Date.now(), to: Number.POSITIVE_INFINITY }
    this.#outages.push(outage)
    return () => {
      outage.to = Date.now()
    }
  }

  /** Whether the record was unavailable for the whole of this time before now. */
  wasUnavailable(now: number, lengthMs: number): boolean {
    return this.#outages.some(({ from, to }) => from <= now - lengthMs && to >= now)
  }

  /** Whether the component had the status at some moment between the two times. */
  hadStatus(publicId: string, status: string, [from, to]: readonly [from: number, to: number]): boolean {
    const changes = this.#statuses.get(publicId) ?? []
    return changes.some((one, index) => {
      const until = changes[index + 1]?.from ?? Number.POSITIVE_INFINITY
      return one.status === status && one.from <= to && until >= from
    })
  }
}
