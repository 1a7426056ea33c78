import { lookup } from 'node:dns/promises'
import { splitHosts } from '@wachta/database'
import { type Finding, type HealthCheck, localized, ok, problem } from '../health-check.ts'

/** Variables with host names that the installation depends on. */
const variables = ['PUBLIC_URL', 'SMTP_URL', 'NATS_URL', 'DATABASE_URL'] as const

export const namesCheck: HealthCheck = {
  name: 'names',
  title: localized('Names', 'Nazwy'),
  async run(context) {
    const hosts = variables.flatMap((variable) =>
      splitAddresses(variable, context.variable(variable))
        .map((address) => URL.parse(address.trim())?.hostname.replace(/^\[|\]$/g, '') ?? '')
        .filter((host) => host !== '' && !isSocket(host))
        .map((host) => ({ variable, host })),
    )
    const found = await Promise.all(
      hosts.map(async ({ variable, host }): Promise<Finding[]> => {
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
              localized(
                'Correct the name, or the DNS server of this machine.',
                'Popraw nazwę albo serwer DNS tej maszyny.',
              ),
            ),
          ]
        }
      }),
    )
    if (found.flat().length > 0) return found.flat()
    return ok('All configured host names can be resolved.', 'Wszystkie skonfigurowane nazwy hostów można rozwiązać.')
  },
}

const splitAddresses = (variable: (typeof variables)[number], value: string): string[] =>
  variable === 'DATABASE_URL' ? splitHosts(value) : value.split(',')

/** Whether the host is the folder of a Unix socket, as in postgres://%2Fvar%2Frun%2Fpostgresql/wachta. */
const isSocket = (host: string): boolean => /^(\/|%2f)/i.test(host)
