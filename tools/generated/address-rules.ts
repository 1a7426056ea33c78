import { type CheckType, checkTypes } from '@wachta/checks'
import { formatTypeScript } from './format.ts'

/** The rules with which the web app proposes a check type for an address, without a request to the API. */
export function generateAddressRules(): Promise<string> {
  const rules = checkTypes
    .filter(isChecked)
    .map(({ id, validateAddress, settings, recognisedBy: { schemes = [], ports = [], hosts = [] } = {} }) => ({
      type_id: id,
      ...{ schemes, ports, hosts },
      takesPath: validateAddress('example.com/a') === undefined,
      takesPort: validateAddress('example.com:8080') === undefined,
      requiresPort: settings['port']?.required === true,
    }))
  return formatTypeScript(`// Made from the check types by \`npm run generate\`; do not change it by hand.

/** How the address of a service of a type looks. */
export interface TypeAddressRule {
  readonly type_id: string
  readonly schemes: readonly string[]
  readonly ports: readonly number[]
  /** First labels of a name, without the digits at their end. */
  readonly hosts: readonly string[]
  readonly takesPath: boolean
  readonly takesPort: boolean
  /** The port is a setting that has to be given. */
  readonly requiresPort: boolean
}

export const typeAddressRules: readonly TypeAddressRule[] = ${JSON.stringify(rules)}
`)
}

/** The address of a heartbeat service is free text for people. */
const isChecked = ({ category }: CheckType): boolean => category !== 'sensorless'
