/** Thrown for a file that is not a proof in the exact form that the API writes; the message contains the reason. */
export class ProofError extends Error {
  override readonly name = 'ProofError'
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function parseNumber(value: unknown): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 1)
    throw new ProofError('a number is damaged')
  return value
}

export function parseLinkTime(value: unknown): Date {
  const time = new Date(typeof value === 'string' ? value : Number.NaN)
  if (Number.isNaN(time.getTime())) throw new ProofError('a time is damaged')
  return time
}

export function parseHash(value: unknown): Buffer {
  if (typeof value !== 'string' || !/^[0-9a-f]{64}$/.test(value)) throw new ProofError('a hash is damaged')
  return Buffer.from(value, 'hex')
}

export function parseBase64(value: unknown): Buffer {
  if (typeof value !== 'string') throw new ProofError('a time stamp is damaged')
  return Buffer.from(value, 'base64')
}
