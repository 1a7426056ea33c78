/** The result of the packets sent to one address. */
export interface Echoes {
  readonly sent: number
  readonly received: number
  /** The times of the replies whose time could be measured, in milliseconds. */
  readonly times: readonly number[]
  /** The error that a router or firewall on the route reported, as the program printed it. */
  readonly notice: string | null
}

/** The packets to send. */
export interface EchoOrder {
  /** Always an address, never a name, because the guard checks addresses. */
  readonly address: string
  readonly packets: number
  readonly bytes: number
  /** The time between two packets, in milliseconds. */
  readonly intervalMs: number
  /** How long the reply to a packet may take, in milliseconds. */
  readonly timeoutMs: number
}

/** A program that sends packets, with its arguments and the parser of its output. */
export interface EchoProgram {
  readonly name: string
  arguments(order: EchoOrder): readonly string[]
  /** Parses the output of the program; undefined if it could not send. */
  parse(output: { stdout: string; stderr: string }, order: EchoOrder): Echoes | undefined
}

/** Maps a notice to the kind of failure. The texts are those of fping and of iputils for IPv4 and IPv6. */
export function getNoticeKind(notice: string): string {
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
