import { buildUrl, type FuzzRequest, type World } from './world.ts'

const maxLength = 600

/** The request as a curl-like command. */
export function formatCurl(request: FuzzRequest, { authorization }: World): string {
  if (request.bytes !== undefined) return `printf ${quote(shorten(request.bytes))} | nc localhost 8080`
  const headers = request.headers.map(([name, value]) => {
    const caller = Object.entries(authorization).find(([, known]) => known !== undefined && known === value)?.[0]
    return ` -H ${quote(`${name}: ${caller ? `<${caller}>` : shorten(value)}`)}`
  })
  const body = request.body === undefined ? '' : ` --data-raw ${quote(formatBody(request.body))}`
  return `curl -X ${request.method} ${quote(shorten(buildUrl(request)))}${headers.join('')}${body}`
}

function formatBody(body: string | Buffer): string {
  const text = typeof body === 'string' ? body : body.toString('latin1')
  return shorten(text)
}

const shorten = (text: string): string =>
  text.length <= maxLength ? text : `${text.slice(0, maxLength)}…(${text.length} characters)`

/** Writes characters that a terminal would not show as escapes. */
const quote = (text: string): string =>
  `'${[...text.replaceAll("'", "'\\''")].map((character) => (isPrintable(character) ? character : escapeCharacter(character))).join('')}'`

const isPrintable = (character: string): boolean => /[\p{L}\p{M}\p{N}\p{P}\p{S} ]/u.test(character)
const escapeCharacter = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
