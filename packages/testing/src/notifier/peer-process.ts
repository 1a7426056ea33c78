import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import type { Socket } from 'node:net'

/** Returns the process that holds the other end of a loopback connection, if it is one of these. Linux only. */
export function findPeerProcess({ remotePort, localPort }: Socket, pids: readonly number[]): number | undefined {
  const inode = findInode(remotePort ?? 0, localPort ?? 0)
  return inode === undefined ? undefined : pids.find((pid) => hasOpenDescriptor(pid, `socket:[${inode}]`))
}

/** The table of connections contains both ends; the ports in this order identify the wanted one. */
function findInode(from: number, to: number): string | undefined {
  const hex = (port: number) => `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`
  for (const line of readFileSync('/proc/net/tcp', 'utf8').split('\n')) {
    const columns = line.trim().split(/\s+/)
    if (columns[1] === hex(from) && columns[2] === hex(to)) return columns[9]
  }
  return undefined
}

function hasOpenDescriptor(pid: number, link: string): boolean {
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
