import { isIP } from 'node:net'
import type { DnsCommand } from '@wachta/bus'
import type { Guard } from '@wachta/checks'
import { runLimitedProgram } from './programs.ts'

const limits = { timeout_ms: 20_000, maxBytes: 60_000 }
const recordTypes = new Set(['A', 'MX', 'TXT', 'NS', 'SOA', 'AAAA', 'CNAME', 'PTR'])
const namePattern = /^[A-Za-z0-9.-]{1,256}$/

/** Runs a DNS query with `dig`. Returns its output, or the reason why there is none. */
export async function runDig(query: Omit<DnsCommand, 'kind' | 'id' | 'expires_at'>, guard: Guard): Promise<string> {
  const { dns_server, address, record_type } = query
  // `dig` does not know this type: it would query type A instead, and mention that only in a warning.
  if (record_type === 'MBOXFW') return 'MBOXFW is not a DNS record type'
  if (!recordTypes.has(record_type)) return `not a record type: ${record_type}`
  if (!namePattern.test(address)) return 'not a valid name'
  if (isIP(dns_server) === 0) return `not an IP address: ${dns_server}`
  if (!guard(dns_server)) return `a sensor may not connect to ${dns_server}`
  const args = ['-r', '-q', address, '-t', record_type, '+time=3', '+tries=2', `@${dns_server}`]
  const { output, fault } = await runLimitedProgram('dig', args, limits)
  // If no server answers, the error message of `dig` is its output.
  return output.trim() === '' ? (fault ?? 'dig returned no output') : output
}
