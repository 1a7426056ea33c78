import { type RdapAnswer, rdapDomain, startRegistries, type WhoisHandler } from '../support/registry-servers.ts'
import type { Fault } from './fault.ts'

/** The current time of all these checks. */
export const today = Date.parse('2026-06-01T12:00:00Z')

interface Registry {
  readonly rdap?: RdapAnswer
  readonly whois?: string | null
  readonly root?: WhoisHandler
}

const server =
  ({ rdap, whois, root }: Registry): Fault['server'] =>
  async () => {
    const { registries, close } = await startRegistries({
      ...(rdap !== undefined && { rdap: () => rdap }),
      ...(whois !== undefined && { whois: () => whois }),
      ...(root !== undefined && { root }),
    })
    return { address: 'example.com', checkContext: { registries, now: () => today }, close }
  }

const fault = (name: string, kind: string, registry: Registry, rest: Partial<Fault> = {}): Fault => ({
  name,
  type_id: 'domain_expiry',
  kind,
  server: server(registry),
  ...rest,
})

const rdap = (expires: string | null, ...status: readonly string[]) => ({
  rdap: { body: rdapDomain(expires, ...status) },
})
const whois = (...lines: readonly string[]) => ({ whois: ['Domain Name: EXAMPLE.COM', ...lines, ''].join('\r\n') })

const later = '2027-06-01T00:00:00Z'

export const domainFaults: readonly Fault[] = [
  fault('expired', 'domain_expired', rdap('2026-06-01T11:59:59Z')),
  fault('expired, says WHOIS', 'domain_expired', whois('Expiry Date: 2026-05-31')),
  fault('expiring', 'domain_expiring', rdap('2026-06-30T12:00:00Z')),
  fault('expiring, says WHOIS', 'domain_expiring', whois('Expiry Date: 2026-06-20')),
  fault('held by the registrar', 'domain_on_hold', rdap(later, 'client hold')),
  fault(
    'held by the registry, says WHOIS',
    'domain_on_hold',
    whois(`Expiry Date: ${later}`, 'Domain Status: serverHold https://icann.org/epp#serverHold'),
  ),
  fault('to be deleted', 'domain_pending_delete', rdap('2026-05-01T00:00:00Z', 'client hold', 'pending delete')),
  fault(
    'in redemption, says WHOIS',
    'domain_pending_delete',
    whois(`Expiry Date: ${later}`, 'Domain Status: redemptionPeriod'),
  ),
  fault('not there', 'domain_not_found', { rdap: { status: 404, body: { errorCode: 404 } } }),
  fault('not there, says WHOIS', 'domain_not_found', { whois: 'No match for domain "EXAMPLE.COM".\r\n' }),
  fault('refused by both', 'domain_registry_refused', { rdap: { status: 429 }, whois: '% Quota exceeded\r\n' }),
  fault('refused by RDAP, WHOIS out of reach', 'domain_registry_refused', { rdap: { status: 429 }, whois: null }),
  fault('no date in WHOIS', 'domain_expiry_unknown', whois('Registrar: Example')),
  fault('no date anywhere', 'domain_expiry_unknown', { ...rdap(null), ...whois('Registrar: Example') }),
  fault('both out of order', 'domain_registry_unreachable', {
    rdap: { status: 500 },
    // Nothing listens there.
    root: () => 'whois: 127.0.0.3',
  }),
  fault('an answer that is no RDAP', 'domain_registry_unreachable', { rdap: { body: '<html>' }, root: () => null }),
  fault('no registry', 'domain_unsupported', { root: () => '% This query returned 0 objects.\n' }),
  fault(
    'an ending alone',
    'domain_unsupported',
    {},
    {
      server: async () => ({ ...(await server({})()), address: 'co.uk' }),
    },
  ),
  fault(
    'a silent registry',
    'timeout_command',
    {},
    {
      settings: { timeout: 400 },
      timeout_ms: 400,
      server: async () => {
        const { registries, close } = await startRegistries({ whois: () => undefined })
        return { address: 'example.com', checkContext: { registries }, close }
      },
    },
  ),
]
