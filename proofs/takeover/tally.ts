export interface Tally {
  readonly tried: number
  readonly taken: number
  readonly gaps: readonly string[]
  /** Jewels that were changed, permitted or not: a jewel that never changes was not tested. */
  readonly changedJewels: Set<string>
  /** Counts one attempt, with its effects that the table does not permit. */
  count(way: string, wrong: readonly string[], status?: number): void
  addGap(what: string): void
  /** The number of successful and rejected requests, by thief. */
  summary(): string[]
}

const maxPrinted = 40

export function createTally(print: (line: string) => void): Tally {
  let [tried, taken] = [0, 0]
  const gaps: string[] = []
  const answers = new Map<string, [accepted: number, all: number]>()
  return {
    get tried() {
      return tried
    },
    get taken() {
      return taken
    },
    gaps,
    changedJewels: new Set(),
    count(way, wrong, status = 403) {
      tried += 1
      const [thief = ''] = way.split(': ', 1)
      const [accepted, all] = answers.get(thief) ?? [0, 0]
      answers.set(thief, [accepted + (status < 400 ? 1 : 0), all + 1])
      if (wrong.length === 0) return
      taken += 1
      if (taken <= maxPrinted) print(`taken by ${way}: ${wrong.join('; ')}`)
    },
    addGap: (what) => void gaps.push(what),
    summary: () => [...answers].map(([thief, [accepted, all]]) => `${thief}: ${all} ways, ${accepted} accepted`),
  }
}
