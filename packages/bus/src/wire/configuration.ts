import type { ExtendedSettings } from '@wachta/domain'
import { readFields, readObject, readText } from './frame.ts'
import { maxAddressLength, maxSecretsLength, readSettings } from './values.ts'

/** The part of a stored service configuration that goes to sensors. */
export interface StoredConfiguration {
  readonly address: string
  readonly extended_settings: ExtendedSettings
  /** Secret settings by key, encrypted as they are stored. */
  readonly secrets: Readonly<Record<string, string>>
}

/**
 * Reads a stored configuration. Throws a WireError with the name of a field that exceeds the limits of sensors: they
 * could not read such an assignment, so their digest would differ from the centre's for ever.
 */
export function readConfiguration(value: unknown): StoredConfiguration {
  const fields = readFields({ extended_settings: {}, secrets: {}, ...readObject(value, 'configuration') })
  const secrets = Object.entries(readObject(fields.raw('secrets'), 'secrets'))
  return {
    address: fields.text('address', maxAddressLength),
    extended_settings: readSettings(fields, 'extended_settings'),
    secrets: Object.fromEntries(secrets.map(([key, sealed]) => [key, readText(sealed, 'secrets', maxSecretsLength)])),
  }
}
