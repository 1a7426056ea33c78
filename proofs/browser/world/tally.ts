/** What the simulated internet saw during one round. */
export interface ObservedTraffic {
  /** Connections to forbidden places, and secrets that left the jail. */
  readonly escapes: readonly string[]
  readonly connections: number
  readonly datagrams: number
  readonly queries: number
  readonly replies: number
  /** The bytes that the attacker received and sent. */
  readonly received: number
  readonly sent: number
  readonly requests: number
  /** What pages and programs report about themselves. */
  readonly marks: readonly string[]
}

/** Counts what arrives. */
export interface Tally {
  connection(): void
  datagram(): void
  query(): void
  reply(): void
  request(): void
  mark(text: string): void
  escape(what: string): void
  bytes(received: number, sent: number): void
  /** Returns what was seen since the last call. */
  take(): ObservedTraffic
}

const maxListed = 50

export function createTally(): Tally {
  const empty = () => ({ connections: 0, datagrams: 0, queries: 0, replies: 0, received: 0, sent: 0, requests: 0 })
  const lists = { escapes: [] as string[], marks: [] as string[] }
  let counts = empty()
  return {
    connection: () => (counts.connections += 1),
    datagram: () => (counts.datagrams += 1),
    query: () => (counts.queries += 1),
    reply: () => (counts.replies += 1),
    request: () => (counts.requests += 1),
    mark: (text) => lists.marks.length < maxListed && lists.marks.push(text),
    escape: (what) => lists.escapes.push(what),
    bytes(received, sent) {
      counts.received += received
      counts.sent += sent
    },
    take() {
      const seen = { ...counts, escapes: lists.escapes, marks: lists.marks }
      counts = empty()
      lists.escapes = []
      lists.marks = []
      return seen
    },
  }
}
