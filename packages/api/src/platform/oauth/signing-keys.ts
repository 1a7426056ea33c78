import { generateKeyPair, type JsonWebKey, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import type { Database, Queryable } from '@wachta/database'
import { dayMs } from '@wachta/domain'
import type { Vault } from '@wachta/runtime/vault'
import { sql } from 'kysely'

/** How long a key signs. */
const signingPeriodMs = 90 * dayMs
/** How long a key is published before it signs, and after its successor signs, because clients cache published keys. */
const overlapMs = dayMs

export interface KeyStorage {
  readonly database: Database
  readonly vault: Vault
}

/** A private key for ID tokens, with the id that clients find it by. */
export interface SigningKey {
  readonly id: string
  readonly jwk: JsonWebKey
}

/**
 * Returns all published keys of the installation, starting with the one that signs. Generates the first key, announces
 * a new one when it is time, and deletes keys whose tokens have all expired.
 */
export async function loadSigningKeys({ database, vault }: KeyStorage, now: Date): Promise<SigningKey[]> {
  let stored = await readKeys(database)
  if (needsNewKey(stored, now)) {
    const generated = await generateJwk()
    stored = await database.transaction(async (tx) => {
      // All api processes see that a key is due; one of them adds it.
      await tx.query(sql`select pg_advisory_xact_lock(hashtext('wachta oauth key'))`)
      const current = await readKeys(tx)
      if (!needsNewKey(current, now)) return current
      const id = randomBytes(12).toString('base64url')
      const signsFrom = new Date(now.getTime() + (current.length === 0 ? 0 : overlapMs))
      const sealed = vault.seal(JSON.stringify(generated), getKeyContext(id))
      await tx.query(sql`insert into oauth_key (id, sealed_key, created_at, signs_from)
values (${id}, ${sealed}, ${now}, ${signsFrom})`)
      await tx.query(sql`delete from oauth_key k where exists (select from oauth_key n
where n.signs_from > k.signs_from and n.signs_from < ${new Date(now.getTime() - overlapMs)})`)
      return readKeys(tx)
    })
  }
  const signing = stored.find(({ signsFrom }) => signsFrom.getTime() <= now.getTime())
  const open = ({ id, sealed }: StoredKey) => ({
    id,
    jwk: JSON.parse(vault.open(sealed, getKeyContext(id))) as JsonWebKey,
  })
  return [...(signing ? [signing] : []), ...stored.filter((key) => key !== signing)].map(open)
}

/** The context that a key is sealed with. */
export const getKeyContext = (id: string): string[] => ['oauth_key', id]

interface StoredKey {
  readonly id: string
  readonly sealed: string
  readonly signsFrom: Date
}

/** Reads all keys, the newest first. */
const readKeys = (db: Queryable): Promise<StoredKey[]> =>
  db.query(sql<StoredKey>`select id, sealed_key as sealed, signs_from as "signsFrom" from oauth_key
order by signs_from desc, id`)

const needsNewKey = ([newest]: readonly StoredKey[], now: Date): boolean =>
  newest === undefined || newest.signsFrom.getTime() + signingPeriodMs < now.getTime()

async function generateJwk(): Promise<JsonWebKey> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  return privateKey.export({ format: 'jwk' })
}
