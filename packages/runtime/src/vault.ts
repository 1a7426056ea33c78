import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const VERSION = 'v1'
const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16
const NEW_KEY_HINT = 'make one with `openssl rand -base64 32`'
const FORMAT_HINT = `vault keys are written as id:key[,id:key...], the current one first; ${NEW_KEY_HINT}`

/** An error about a key or an encrypted text; its message never contains either. */
export class VaultError extends Error {
  override readonly name = 'VaultError'
}

export interface Vault {
  /**
   * Encrypts with the current key; the result can be decrypted only with the same context, such as its table, column
   * and row.
   */
  seal(plain: string, context: readonly string[]): string
  /** Decrypts a text that was encrypted with any of the keys. */
  open(sealed: string, context: readonly string[]): string
  /** Whether the text is encrypted with the current key; if not, open it and seal it again. */
  isCurrent(sealed: string): boolean
}

/** Creates a vault from `id:base64(32 bytes)[,id:base64...]`: the first key encrypts, all keys decrypt. */
export function createVault(keys: string): Vault {
  const byId = parseKeys(keys)
  const [current] = byId
  if (!current) throw new VaultError(`no vault key is given: ${FORMAT_HINT}`)
  const [currentId, currentKey] = current
  return {
    seal: (plain, context) => {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv(CIPHER, currentKey, iv, { authTagLength: TAG_BYTES }).setAAD(encodeContext(context))
      const sealed = Buffer.concat([cipher.update(toBytes(plain)), cipher.final(), cipher.getAuthTag()])
      return [VERSION, currentId, iv.toString('base64url'), sealed.toString('base64url')].join('.')
    },
    open: (sealed, context) => {
      const { id, iv, body } = parseSealed(sealed)
      const key = byId.get(id)
      if (!key)
        throw new VaultError(`sealed with vault key "${id}", which is not configured: append it after the current key`)
      const decipher = createDecipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES })
      decipher.setAAD(encodeContext(context)).setAuthTag(body.subarray(-TAG_BYTES))
      try {
        return Buffer.concat([decipher.update(body.subarray(0, -TAG_BYTES)), decipher.final()]).toString()
      } catch {
        throw new VaultError(
          `cannot be opened with vault key "${id}": changed, moved here from elsewhere, or the key differs`,
        )
      }
    },
    isCurrent: (sealed) => parseSealed(sealed).id === currentId,
  }
}

function parseKeys(keys: string): Map<string, Buffer> {
  const byId = new Map<string, Buffer>()
  for (const [index, entry] of keys.split(',').filter(Boolean).entries()) {
    const [, id, encoded] = /^\s*([\w-]+):([A-Za-z0-9+/]+=*)\s*$/.exec(entry) ?? []
    // A malformed entry may be a key without an id, so the message contains only its index.
    if (id === undefined || encoded === undefined)
      throw new VaultError(`vault key ${index + 1} is malformed: ${FORMAT_HINT}`)
    const key = Buffer.from(encoded, 'base64')
    if (key.length !== KEY_BYTES)
      throw new VaultError(`vault key "${id}" has ${key.length} bytes instead of ${KEY_BYTES}: ${NEW_KEY_HINT}`)
    if (byId.has(id)) throw new VaultError(`vault key "${id}" is given twice: give every key an id of its own`)
    byId.set(id, key)
  }
  return byId
}

function parseSealed(sealed: string): { id: string; iv: Buffer; body: Buffer } {
  const [version, id = '', iv, body, ...rest] = sealed.split('.')
  const parsed = { id, iv: fromBase64url(iv), body: fromBase64url(body) }
  if (version !== VERSION || rest.length > 0 || parsed.iv.length !== IV_BYTES || parsed.body.length < TAG_BYTES)
    throw new VaultError(`not sealed by this vault: expected ${VERSION}.key.iv.ciphertext`)
  return parsed
}

// Node ignores invalid characters and spare bits; accept only the one canonical encoding of a text.
function fromBase64url(text = ''): Buffer {
  const decoded = Buffer.from(text, 'base64url')
  return decoded.toString('base64url') === text ? decoded : Buffer.alloc(0)
}

/** Prefixes each part with its length, so that different contexts never have the same encoding. */
function encodeContext(context: readonly string[]): Buffer {
  return Buffer.concat(
    context.flatMap((part) => {
      const content = toBytes(part)
      const length = Buffer.alloc(4)
      length.writeUInt32BE(content.length)
      return [length, content]
    }),
  )
}

function toBytes(text: string): Buffer {
  if (!text.isWellFormed()) throw new VaultError('text with a broken surrogate pair would not survive: remove it first')
  return Buffer.from(text)
}
