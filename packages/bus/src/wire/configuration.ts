import type { ExtendedSettings } from '@wachta/domain'
import { readFields, readObject, readText } from './frame.ts'
import { maximumAddress, maximumSecrets, readSettings } from './values.ts'

/** What a check is to look at, as the database has it. */
export interface StoredConfiguration {
  readonly address: string
  readonly extended_settings: ExtendedSettings
  /** Secret settings by key, sealed as they are stored. */
  readonly secrets: Readonly<Record<string, string>>
}

/**
 * Reads a stored configuration within the bounds of what sensors take. Throws a WireError that names the field: a sensor
 * could not read an assignment of it, and would hold something else than it was told for good.
 */
export function readConfiguration(value: unknown): StoredConfiguration {
  const fields = readFields({ extended_settings: {}, secrets: {}, ...readObject(value, 'configuration') })
  const secrets = Object.entries(readObject(fields.raw('secrets'), 'secrets'))
  return {
    address: fields.text('address', maximumAddress),
    extended_settings: readSettings(fields, 'extended_settings'),
    secrets: Object.fromEntries(secrets.map(([key, sealed]) => [key, readText(sealed, 'secrets', maximumSecrets)])),
  }
}
