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
  countConnection(): void
  countDatagram(): void
  countQuery(): void
  countReply(): void
  countRequest(): void
  addMark(text: string): void
  addEscape(what: string): void
  addBytes(received: number, sent: number): void
  /** Returns what was seen since the last call. */
  take(): ObservedTraffic
}

const maxMarks = 50

export function createTally(): Tally {
  const empty = () => ({ connections: 0, datagrams: 0, queries: 0, replies: 0, received: 0, sent: 0, requests: 0 })
  const lists = { escapes: [] as string[], marks: [] as string[] }
  let counts = empty()
  return {
    countConnection: () => (counts.connections += 1),
    countDatagram: () => (counts.datagrams += 1),
    countQuery: () => (counts.queries += 1),
    countReply: () => (counts.replies += 1),
    countRequest: () => (counts.requests += 1),
    addMark: (text) => lists.marks.length < maxMarks && lists.marks.push(text),
    addEscape: (what) => lists.escapes.push(what),
    addBytes(received, sent) {
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
