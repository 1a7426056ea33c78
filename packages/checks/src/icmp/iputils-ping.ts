import type { EchoProgram } from './echoes.ts'

/** In older versions, only root can use a shorter interval. */
const leastSpacing = 200

const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(3)

/** https://github.com/iputils/iputils: it measures no times in packets of less than 16 bytes. */
export const iputilsPing: EchoProgram = {
  name: 'ping',
  arguments: ({ address, packets, bytes, spacing, wait }) => [
    '-n',
    '-c',
    String(packets),
    '-s',
    String(bytes),
    '-i',
    seconds(Math.max(spacing, leastSpacing)),
    '-W',
    seconds(wait),
    '--',
    address,
  ],
  read: ({ stdout, stderr }, { packets }) => {
    const refused = /^ping: (?:connect|sendmsg): (.*unreachable|No route to host)$/im.exec(stderr)?.[1]
    if (refused !== undefined) return { sent: packets, received: 0, times: [], notice: refused }
    const counted = /^(\d+) packets transmitted, (\d+) received,/m.exec(stdout)
    if (counted === null) return undefined
    const replies = [...stdout.matchAll(/^\d+ bytes from \S+ icmp_seq=(\d+) .*?(?:time=(\d+(?:\.\d+)?) ms)?$/gm)]
    const times = new Map(
      replies.flatMap(([, sequence, time]) => (time === undefined ? [] : [[sequence, Number(time)]])),
    )
    const notice = /^From \S+ icmp_seq=\d+ (.+)$/m.exec(stdout)?.[0] ?? null
    return { sent: packets, received: Math.min(Number(counted[2]), packets), times: [...times.values()], notice }
  },
}
