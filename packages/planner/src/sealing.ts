import { type StoredConfiguration, sealFor } from '@wachta/bus'
import type { Vault } from '@wachta/runtime/vault'
import type { StoredRevision } from './revisions.ts'

/** The stored, sealed settings of a service, with the service and its owner. */
export type SealedSettings = Pick<StoredRevision, 'service_id' | 'owner_id'> & {
  readonly configuration: Pick<StoredConfiguration, 'secrets'> | null
}

/**
 * Thrown when the secrets of a service cannot be decrypted with any key of this process, so that retrying is useless.
 */
export class UnsealableError extends Error {
  override readonly name = 'UnsealableError'
  readonly service_id: number

  constructor(service_id: number, cause: unknown) {
    super('the secrets of a service cannot be opened', { cause })
    this.service_id = service_id
  }
}

/**
 * Encrypts the secrets of a service for a sensor, so that not even the broker can read them. Returns null if there are
 * no secrets or the installation has no encryption key. Throws an UnsealableError if they cannot be decrypted.
 */
export type Sealer = (sealed: SealedSettings, encryptionKey: string) => string | null

/** Like `Sealer`, by sensor id; returns null also if the key of the sensor is not known. */
export type SensorSealer = (sealed: SealedSettings, sensor_id: number) => string | null

export const createSensorSealer =
  (keys: ReadonlyMap<number, string>, seal: Sealer): SensorSealer =>
  (sealed, sensor_id) => {
    const key = keys.get(sensor_id)
    return key === undefined ? null : seal(sealed, key)
  }

export const createSealer =
  (vault: Vault, centreSeed: string | undefined): Sealer =>
  ({ service_id, owner_id, configuration }, encryptionKey) => {
    const secrets = Object.entries(configuration?.secrets ?? {})
    if (secrets.length === 0 || centreSeed === undefined) return null
    const open = (name: string, sealed: string) => {
      try {
        return vault.open(sealed, ['service', String(owner_id), String(service_id), name])
      } catch (error) {
        throw new UnsealableError(service_id, error)
      }
    }
    const decrypted = secrets.map(([name, sealed]) => [name, open(name, sealed)])
    return sealFor(encryptionKey, centreSeed, JSON.stringify(Object.fromEntries(decrypted)))
  }
