import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'

interface Entry {
  readonly address: string
  readonly version: 4 | 6
}

/** The addresses of names in the hosts file. */
type Hosts = ReadonlyMap<string, readonly Entry[]>

/** How long the content of the file is cached. */
const maxAgeMs = 10_000

let cached: { readonly hosts: Hosts; readonly readAt: number } | undefined

export function loadHosts(): Hosts {
  const now = performance.now()
  if (cached === undefined || now - cached.readAt > maxAgeMs)
    cached = { hosts: parseHosts(readHostsFile()), readAt: now }
  return cached.hosts
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

function readHostsFile(): string {
  try {
    return readFileSync('/etc/hosts', 'utf8')
  } catch {
    return ''
  }
}
