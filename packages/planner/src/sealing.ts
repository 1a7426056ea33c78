import { sealFor } from '@wachta/bus'
import type { Vault } from '@wachta/runtime/vault'
import type { StoredRevision } from './revisions.ts'

/** Sealed settings as an account stored them, and where they belong. */
export type Sealed = Pick<StoredRevision, 'service_id' | 'owner_id'> & {
  readonly configuration: { readonly secrets?: Readonly<Record<string, string>> } | null
}

/**
 * Encrypts the secrets of services to a sensor: nobody on the way, the broker included, can read them. Null where there
 * are none, or where the installation has no key to seal with.
 */
export type Sealer = (sealed: Sealed, encryptionKey: string) => string | null

export const sealer =
  (vault: Vault, centreSeed: string | undefined): Sealer =>
  ({ service_id, owner_id, configuration }, encryptionKey) => {
    const secrets = Object.entries(configuration?.secrets ?? {})
    if (secrets.length === 0 || centreSeed === undefined) return null
    const clear = secrets.map(([key, sealed]) => [
      key,
      vault.open(sealed, ['service', String(owner_id), String(service_id), key]),
    ])
    return sealFor(encryptionKey, centreSeed, JSON.stringify(Object.fromEntries(clear)))
  }
