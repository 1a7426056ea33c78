/** One request of the web. */
export interface CheckRequest {
  readonly method: string
  /** Of the scheme http or https; its user name and password are not used. */
  readonly url: URL
  /** Names and values in the order in which they are sent. `Host` and what frames the body are added. */
  readonly headers: readonly Header[]
  readonly body: Buffer | null
  /** Whether the certificate of the server must be a good one. */
  readonly verify: boolean
  /** An error when the certificate has fewer days left. */
  readonly expiryDays?: number | null
  /** Bytes of content after which nothing more is read; a megabyte unless given. */
  readonly maximumSize?: number | null
}

export type Header = readonly [name: string, value: string]

/** The answer to a request, read to its end. */
export interface WebResponse {
  readonly url: URL
  readonly status: number
  /** Names and values in turn, as they came. */
  readonly rawHeaders: readonly string[]
  /** Unpacked, where it was sent packed. */
  readonly body: Buffer
}

/** All values of a header, named in small letters, in the order in which they came. */
export function headerValues({ rawHeaders }: Pick<WebResponse, 'rawHeaders'>, name: string): string[] {
  const values: string[] = []
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    // The length first: most headers are told apart by it alone.
    if (rawHeaders[at]?.length === name.length && rawHeaders[at]?.toLowerCase() === name)
      values.push(rawHeaders[at + 1] ?? '')
  }
  return values
}

/** The first value of a header, named in small letters; undefined where there is none. */
export const headerValue = (answer: Pick<WebResponse, 'rawHeaders'>, name: string): string | undefined =>
  headerValues(answer, name)[0]

/** The headers as lines `Name: value`. */
export const headerLines = ({ rawHeaders }: Pick<WebResponse, 'rawHeaders'>): string[] =>
  rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${rawHeaders[at + 1]}`] : []))

/** Headers that let whoever has them in. */
const revealing: ReadonlySet<string> = new Set(['authorization', 'cookie', 'proxy-authorization', 'set-cookie'])

/** The value of a header as it may be kept and shown. */
export const shownValue = (name: string, value: string): string => (revealing.has(name.toLowerCase()) ? '***' : value)

/** The headers as lines that may be kept and shown. */
export const shownHeaderLines = ({ rawHeaders }: Pick<WebResponse, 'rawHeaders'>): string[] =>
  rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${shownValue(name, rawHeaders[at + 1] ?? '')}`] : []))
