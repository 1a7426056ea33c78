import { createGuard } from '@wachta/egress'
import { type Finding, type HealthCheck, localized, ok, problem, warning } from '../health-check.ts'

const variables = ['EGRESS_ALLOW', 'SENSOR_ALLOWED_RANGES'] as const
/** The addresses at which clouds provide the credentials of a machine to every program on it. */
const metadataAddresses = ['169.254.169.254', 'fd00:ec2::254']
const publicAddress = '9.9.9.9'

export const egressCheck: HealthCheck = {
  name: 'egress',
  title: localized('Outgoing connections', 'Ruch wychodzący'),
  async run(context) {
    const found = variables.flatMap((variable): Finding[] => {
      const allow = context
        .variable(variable)
        .split(',')
        .map((range) => range.trim())
        .filter(Boolean)
      let guard: ReturnType<typeof createGuard>
      try {
        guard = createGuard({ allow })
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        return [
          problem(
            localized(`${variable} cannot be read: ${reason}.`, `Nie można odczytać ${variable}: ${reason}.`),
            localized(
              'Write ranges as 10.0.0.0/8, separated by commas.',
              'Zapisz zakresy jako 10.0.0.0/8, rozdzielone przecinkami.',
            ),
          ),
        ]
      }
      if (!guard(publicAddress)) return [createClosedFinding(variable)]
      if (!metadataAddresses.some(guard)) return []
      return [
        warning(
          localized(
            `${variable} lets customers reach the metadata service of the cloud provider.`,
            `${variable} pozwala klientom sięgać do usługi metadanych dostawcy chmury.`,
          ),
          localized('Allow narrower ranges.', 'Zezwól na węższe zakresy.'),
        ),
      ]
    })
    if (found.length > 0) return found
    return ok(
      'Outgoing connections are filtered as configured.',
      'Filtr ruchu wychodzącego działa zgodnie z konfiguracją.',
    )
  },
}

const createClosedFinding = (variable: string): Finding =>
  problem(
    localized(
      `With ${variable}, even public addresses are blocked.`,
      `Z ${variable} zablokowane są nawet adresy publiczne.`,
    ),
    localized('This is a bug in Wachta: report it.', 'To błąd w Wachcie: zgłoś go.'),
  )
