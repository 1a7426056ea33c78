import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'

interface Entry {
  readonly address: string
  readonly version: 4 | 6
}

/** The addresses of names in the hosts file. */
type Hosts = ReadonlyMap<string, readonly Entry[]>

/** Milliseconds after which the file is read again. */
const freshness = 10_000

let last: { readonly hosts: Hosts; readonly readAt: number } | undefined

export function hostsFile(): Hosts {
  const now = performance.now()
  if (last === undefined || now - last.readAt > freshness) last = { hosts: parseHosts(contentOfFile()), readAt: now }
  return last.hosts
}

export function parseHosts(content: string): Hosts {
  const hosts = new Map<string, Entry[]>()
  for (const line of content.split('\n')) {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/)
    const version = isIP(address)
    if (version !== 4 && version !== 6) continue
    for (const name of names)
      hosts.set(name.toLowerCase(), [...(hosts.get(name.toLowerCase()) ?? []), { address, version }])
  }
  return hosts
}

function contentOfFile(): string {
  try {
    return readFileSync('/etc/hosts', 'utf8')
  } catch {
    return ''
  }
}
