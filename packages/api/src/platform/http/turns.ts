import { reject } from '@wachta/resource'

/** Writes of one account that may be under way at once. They wait for each other anyway: here it costs no connection. */
const atOnce = 3
const maximumWaiting = 200

interface Line {
  running: number
  readonly waiting: (() => void)[]
}

export type Turns = <T>(account: number | null, work: () => Promise<T>) => Promise<T>

/** Lets the writes of one account take turns, so that none of them holds up everybody else's. */
export function createTurns(): Turns {
  const lines = new Map<number, Line>()
  return async (account, work) => {
    if (account === null) return work()
    const line = lines.get(account) ?? { running: 0, waiting: [] }
    lines.set(account, line)
    if (line.running >= atOnce) await turnOf(line)
    else line.running += 1
    try {
      return await work()
    } finally {
      // Whoever is next takes the place over; only where nobody is, it is given up.
      const next = line.waiting.shift()
      if (next) next()
      else line.running -= 1
      if (line.running === 0) lines.delete(account)
    }
  }
}

function turnOf({ waiting }: Line): Promise<void> {
  if (waiting.length >= maximumWaiting) reject('too_busy')
  return new Promise((resolve) => void waiting.push(resolve))
}
