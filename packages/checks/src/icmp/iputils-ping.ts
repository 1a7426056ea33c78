import type { EchoProgram } from './echoes.ts'

/** In older versions, only root can use a shorter interval. */
const minIntervalMs = 200

const toSeconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(3)

/** https://github.com/iputils/iputils: it measures no times in packets of less than 16 bytes. */
export const iputilsPing: EchoProgram = {
  name: 'ping',
  arguments: ({ address, packets, bytes, intervalMs, timeoutMs }) => [
    '-n',
    '-c',
    String(packets),
    '-s',
    String(bytes),
    '-i',
    toSeconds(Math.max(intervalMs, minIntervalMs)),
    '-W',
    toSeconds(timeoutMs),
    '--',
    address,
  ],
  parse: ({ stdout, stderr }, { packets }) => {
    const sendError = /^ping: (?:connect|sendmsg): (.*unreachable|No route to host)$/im.exec(stderr)?.[1]
    if (sendError !== undefined) return { sent: packets, received: 0, times: [], notice: sendError }
    const summary = /^(\d+) packets transmitted, (\d+) received,/m.exec(stdout)
    if (summary === null) return undefined
    const replies = [...stdout.matchAll(/^\d+ bytes from \S+ icmp_seq=(\d+) .*?(?:time=(\d+(?:\.\d+)?) ms)?$/gm)]
    const times = new Map(
      replies.flatMap(([, sequence, time]) => (time === undefined ? [] : [[sequence, Number(time)]])),
    )
    const notice = /^From \S+ icmp_seq=\d+ (.+)$/m.exec(stdout)?.[0] ?? null
    return { sent: packets, received: Math.min(Number(summary[2]), packets), times: [...times.values()], notice }
  },
}
