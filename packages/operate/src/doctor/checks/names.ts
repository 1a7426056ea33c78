import { lookup } from 'node:dns/promises'
import { splitHosts } from '@wachta/database'
import { type Finding, type HealthCheck, localized, ok, problem } from '../health-check.ts'

/** Variables with host names that the installation depends on. */
const variables = ['PUBLIC_URL', 'SMTP_URL', 'NATS_URL', 'DATABASE_URL'] as const
type Variable = (typeof variables)[number]

export const namesCheck: HealthCheck = {
  name: 'names',
  title: localized('Names', 'Nazwy'),
  async run(context) {
    const addresses = variables.flatMap((variable) =>
      splitAddresses(variable, context.variable(variable)).map((address) => ({ variable, address })),
    )
    const found = await Promise.all(addresses.map(({ variable, address }) => checkAddress(variable, address)))
    if (found.flat().length > 0) return found.flat()
    return ok('All configured host names can be resolved.', 'Wszystkie skonfigurowane nazwy hostów można rozwiązać.')
  },
}

async function checkAddress(variable: Variable, address: string): Promise<Finding[]> {
  const host = findHost(variable, address)
  if (host === undefined) return [createUnreadableFinding(variable)]
  if (isSocket(host)) return []
  try {
    await lookup(host)
    return []
  } catch {
    return [
      problem(
        localized(
          `The name ${host} in ${variable} cannot be resolved.`,
          `Nie można rozwiązać nazwy ${host} z ${variable}.`,
        ),
        localized('Correct the name, or the DNS server of this machine.', 'Popraw nazwę albo serwer DNS tej maszyny.'),
      ),
    ]
  }
}

const splitAddresses = (variable: Variable, value: string): string[] =>
  (variable === 'DATABASE_URL' ? splitHosts(value) : value.split(',')).map((address) => address.trim()).filter(Boolean)

/**
 * Returns undefined if the address has no host. The address of a broker may lack the scheme, and that of a database the
 * host.
 */
function findHost(variable: Variable, address: string): string | undefined {
  const url = URL.parse(variable === 'NATS_URL' && !address.includes('://') ? `nats://${address}` : address)
  const host = url?.hostname.replace(/^\[|\]$/g, '')
  return host === '' && variable !== 'DATABASE_URL' ? undefined : host
}

/** Whether the host is the folder of a Unix socket, as in postgres://%2Fvar%2Frun%2Fpostgresql/wachta. */
const isSocket = (host: string): boolean => host === '' || /^(\/|%2f)/i.test(host)

/** The address itself is not shown, because it may contain a password. */
const createUnreadableFinding = (variable: Variable): Finding =>
  problem(
    localized(
      `An address in ${variable} is not a URL with a host.`,
      `Adres w ${variable} nie jest adresem URL z nazwą hosta.`,
    ),
    localized(
      'Write it with its scheme and host, such as smtp://mail.example.com:587.',
      'Zapisz go ze schematem i hostem, np. smtp://mail.example.com:587.',
    ),
  )
