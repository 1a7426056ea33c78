import { type FuzzRequest, urlOf, type World } from './world.ts'

const longest = 600

/** The request as a curl-like command. */
export function curl(request: FuzzRequest, { authorization }: World): string {
  if (request.bytes !== undefined) return `printf ${quoted(short(request.bytes))} | nc localhost 8080`
  const headers = request.headers.map(([name, value]) => {
    const caller = Object.entries(authorization).find(([, known]) => known !== undefined && known === value)?.[0]
    return ` -H ${quoted(`${name}: ${caller ? `<${caller}>` : short(value)}`)}`
  })
  const body = request.body === undefined ? '' : ` --data-raw ${quoted(shown(request.body))}`
  return `curl -X ${request.method} ${quoted(short(urlOf(request)))}${headers.join('')}${body}`
}

function shown(body: string | Buffer): string {
  const text = typeof body === 'string' ? body : body.toString('latin1')
  return short(text)
}

const short = (text: string): string =>
  text.length <= longest ? text : `${text.slice(0, longest)}…(${text.length} characters)`

/** Writes characters that a terminal would not show as escapes. */
const quoted = (text: string): string =>
  `'${[...text.replaceAll("'", "'\\''")].map((character) => (isShown(character) ? character : escaped(character))).join('')}'`

const isShown = (character: string): boolean => /[\p{L}\p{M}\p{N}\p{P}\p{S} ]/u.test(character)
const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
