/** One HTTP request. */
export interface CheckRequest {
  readonly method: string
  /** Of the scheme http or https; its user name and password are not used. */
  readonly url: URL
  /** Names and values in the order in which they are sent. `Host` and the headers that frame the body are added. */
  readonly headers: readonly Header[]
  readonly body: Buffer | null
  /** Whether the certificate of the server must be valid. */
  readonly verify: boolean
  /** The check fails if the certificate has fewer days left. */
  readonly expiryDays?: number | null
  /** The maximum size of the content in bytes; one megabyte by default. */
  readonly maxSize?: number | null
}

export type Header = readonly [name: string, value: string]

/** The answer to a request, or the part of it that was received. */
export interface WebResponse {
  readonly url: URL
  readonly status: number
  /** Names and values alternately, as received. */
  readonly rawHeaders: readonly string[]
  /** The content. If it is compressed, it is decoded once it is complete. */
  readonly body: Buffer
}

/** Returns all values of a header in order; the name must be in lower case. */
export function getHeaderValues({ rawHeaders }: Pick<WebResponse, 'rawHeaders'>, name: string): string[] {
  const values: string[] = []
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    // Compare the length first, which already excludes most headers.
    if (rawHeaders[at]?.length === name.length && rawHeaders[at]?.toLowerCase() === name)
      values.push(rawHeaders[at + 1] ?? '')
  }
  return values
}

/** Returns the first value of a header; the name must be in lower case. */
export const getHeaderValue = (answer: Pick<WebResponse, 'rawHeaders'>, name: string): string | undefined =>
  getHeaderValues(answer, name)[0]

/** The headers as lines `Name: value`. */
export const listHeaderLines = ({ rawHeaders }: Pick<WebResponse, 'rawHeaders'>): string[] =>
  rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${rawHeaders[at + 1]}`] : []))

/** Headers that contain credentials. */
const credentialHeaders: ReadonlySet<string> = new Set(['authorization', 'cookie', 'proxy-authorization', 'set-cookie'])

/** Returns the value of a header, masked if it contains credentials. */
export const maskCredentials = (name: string, value: string): string =>
  credentialHeaders.has(name.toLowerCase()) ? '***' : value

/** Returns the headers as lines, with credentials masked. */
export const listMaskedHeaderLines = ({ rawHeaders }: Pick<WebResponse, 'rawHeaders'>): string[] =>
  rawHeaders.flatMap((name, at) =>
    at % 2 === 0 ? [`${name}: ${maskCredentials(name, rawHeaders[at + 1] ?? '')}`] : [],
  )
