import { type StoredConfiguration, sealFor } from '@wachta/bus'
import type { Vault } from '@wachta/runtime/vault'
import type { StoredRevision } from './revisions.ts'

/** Sealed settings as an account stored them, and where they belong. */
export type SealedSettings = Pick<StoredRevision, 'service_id' | 'owner_id'> & {
  readonly configuration: Pick<StoredConfiguration, 'secrets'> | null
}

/** The secrets of a service cannot be opened: by no key that this process has, today or later. */
export class UnsealableError extends Error {
  override readonly name = 'UnsealableError'
  readonly service_id: number

  constructor(service_id: number, cause: unknown) {
    super('the secrets of a service cannot be opened', { cause })
    this.service_id = service_id
  }
}

/**
 * Encrypts the secrets of services to a sensor: nobody on the way, the broker included, can read them. Null where there
 * are none, or where the installation has no key to seal with. Throws an UnsealableError where they cannot be opened.
 */
export type Sealer = (sealed: SealedSettings, encryptionKey: string) => string | null

/** The same by sensor; null as well where the key of the sensor is not known. */
export type SensorSealer = (sealed: SealedSettings, sensor_id: number) => string | null

export const sealForSensors =
  (keys: ReadonlyMap<number, string>, seal: Sealer): SensorSealer =>
  (sealed, sensor_id) => {
    const key = keys.get(sensor_id)
    return key === undefined ? null : seal(sealed, key)
  }

export const sealer =
  (vault: Vault, centreSeed: string | undefined): Sealer =>
  ({ service_id, owner_id, configuration }, encryptionKey) => {
    const secrets = Object.entries(configuration?.secrets ?? {})
    if (secrets.length === 0 || centreSeed === undefined) return null
    const open = (key: string, sealed: string) => {
      try {
        return vault.open(sealed, ['service', String(owner_id), String(service_id), key])
      } catch (error) {
        throw new UnsealableError(service_id, error)
      }
    }
    const clear = secrets.map(([key, sealed]) => [key, open(key, sealed)])
    return sealFor(encryptionKey, centreSeed, JSON.stringify(Object.fromEntries(clear)))
  }
