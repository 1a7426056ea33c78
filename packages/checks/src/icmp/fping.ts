import type { EchoProgram } from './echoes.ts'

/** https://fping.org: it supports packets of any size, and takes times in milliseconds. */
export const fping: EchoProgram = {
  name: 'fping',
  arguments: ({ address, packets, bytes, intervalMs, timeoutMs }) => [
    `--vcount=${packets}`,
    `--size=${bytes}`,
    `--period=${intervalMs}`,
    `--timeout=${timeoutMs}`,
    '--',
    address,
  ],
  // The summary `192.0.2.1 : 0.33 - 0.29` has one field per packet.
  parse: ({ stderr }, { address, packets }) => {
    const lines = stderr.split('\n').map((line) => line.trim())
    const summary = lines.find(
      (line) => line.startsWith(`${address} `) && /^\S+\s+:(?: (?:\d+(?:\.\d+)?|-))+$/.test(line),
    )
    const fields = summary?.replace(/^\S+\s+: /, '').split(' ') ?? []
    if (fields.length !== packets) return undefined
    const times = fields.filter((field) => field !== '-').map(Number)
    const notice =
      lines.map((line) => /^(ICMP .+ from \S+) for ICMP Echo sent to /.exec(line)?.[1]).find(Boolean) ?? null
    return { sent: packets, received: times.length, times, notice }
  },
}
