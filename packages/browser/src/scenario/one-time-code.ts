import { createHmac } from 'node:crypto'
import { CheckFailure } from '@wachta/checks'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const stepSeconds = 30
const codeLength = 6

/** The one-time code of an authenticator app (RFC 6238) for a secret in base32. */
export function computeOneTimeCode(secret: string, now: Date): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(now.getTime() / 1000 / stepSeconds)))
  const hash = createHmac('sha1', decodeBase32(secret)).update(counter).digest()
  const offset = (hash.at(-1) ?? 0) & 0xf
  const number = hash.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** codeLength).padStart(codeLength, '0')
}

function decodeBase32(text: string): Buffer {
  const letters = text.toUpperCase().replace(/[\s-]|=+$/g, '')
  if (!/^[A-Z2-7]{8,}$/.test(letters))
    throw new CheckFailure('settings_invalid', 'the secret of one-time codes is not base32')
  const bits = [...letters].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const bytes = bits.match(/.{8}/g) ?? []
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)))
}
