import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import type { Socket } from 'node:net'

/** Returns which of the processes has the other end of a loopback connection, if any. Linux only. */
export function findPeerProcess({ remotePort, localPort }: Socket, pids: readonly number[]): number | undefined {
  const inode = findInode(remotePort ?? 0, localPort ?? 0)
  return inode === undefined ? undefined : pids.find((pid) => holds(pid, `socket:[${inode}]`))
}

/** Both ends are in the table of connections; the wanted one has the ports in this order. */
function findInode(from: number, to: number): string | undefined {
  const hex = (port: number) => `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`
  for (const line of readFileSync('/proc/net/tcp', 'utf8').split('\n')) {
    const columns = line.trim().split(/\s+/)
    if (columns[1] === hex(from) && columns[2] === hex(to)) return columns[9]
  }
  return undefined
}

function holds(pid: number, link: string): boolean {
  try {
    return readdirSync(`/proc/${pid}/fd`).some((descriptor) => {
      try {
        return readlinkSync(`/proc/${pid}/fd/${descriptor}`) === link
      } catch {
        return false
      }
    })
  } catch {
    return false
  }
}
