/** What came of the packets that were sent to one address. */
export interface Echoes {
  readonly sent: number
  readonly received: number
  /** Of the replies whose time could be measured, in milliseconds. */
  readonly times: readonly number[]
  /** What a router or a firewall on the way said of the packets, in its words. */
  readonly notice: string | null
}

/** What to send. */
export interface EchoOrder {
  /** Never a name: who gives the address has looked at it. */
  readonly address: string
  readonly packets: number
  readonly bytes: number
  /** Between two packets, in milliseconds. */
  readonly spacing: number
  /** How long the reply to a packet may take, in milliseconds. */
  readonly wait: number
}

/** A program that sends packets, and how it is spoken to. */
export interface EchoProgram {
  readonly name: string
  arguments(order: EchoOrder): readonly string[]
  /** Reads what it wrote; undefined where that is not what it writes when it could send. */
  read(output: { stdout: string; stderr: string }, order: EchoOrder): Echoes | undefined
}

/** The kind of failure that a notice means. The words are those of fping and of both address families of iputils. */
export function kindOfNotice(notice: string): string {
  if (/time exceeded|time to live|hop limit/i.test(notice)) return 'ping_ttl_exceeded'
  if (/prohibited|filtered|precedence/i.test(notice)) return 'ping_prohibited'
  return /\bnet(?:work)?\b|no route/i.test(notice) ? 'ping_network_unreachable' : 'ping_host_unreachable'
}

export interface RoundTrip {
  readonly minimum: number
  readonly average: number
  readonly maximum: number
  readonly deviation: number
}

export function measureRoundTrip(times: readonly number[]): RoundTrip {
  const average = times.reduce((sum, time) => sum + time, 0) / times.length
  const variance = times.reduce((sum, time) => sum + (time - average) ** 2, 0) / times.length
  return { minimum: Math.min(...times), average, maximum: Math.max(...times), deviation: Math.sqrt(variance) }
}
