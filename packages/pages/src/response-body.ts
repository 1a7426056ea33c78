/** The bytes of a response, in the form that Node sends fastest. */
export interface ResponseBody {
  /** A string contains one byte per character (latin1). */
  readonly content: Buffer | string
  /** The header with the length, as name and value. */
  readonly lengthHeader: readonly [string, string]
}

/**
 * Node sends a short text together with the headers; a buffer is a second write. Longer texts cost more to copy than
 * they save.
 */
const maxTextBytes = 16_384

export const toBody = (bytes: Buffer): ResponseBody => ({
  content: bytes.length <= maxTextBytes ? bytes.toString('latin1') : bytes,
  lengthHeader: ['Content-Length', String(bytes.length)],
})

export const emptyBody = toBody(Buffer.alloc(0))
