import { decodeNumberedCharacter } from './numbered-character.ts'

/**
 * Converts the HTML of a message to plain text, for programs that do not show HTML. The HTML is bounded, and the values
 * in it are escaped, so removing the tags is enough. Text that only looks like a tag stays.
 */
export function toPlainText(html: string): string {
  const parts: string[] = []
  const links: Link[] = []
  for (const [token, hiddenContent, _name, tag, attributes = ''] of html.matchAll(tokenPattern)) {
    const name = tag?.toLowerCase()
    if (name === 'a') links.push({ target: readTarget(attributes), start: parts.length })
    else if (name === '/a') parts.push(appendUrl(parts, links.pop()))
    else if (name !== undefined) parts.push(breaks[name] ?? '')
    else if (hiddenContent === undefined) parts.push(decodeEntities(token.replaceAll(/\s+/g, ' ')))
  }
  return parts
    .join('')
    .replaceAll(/ *\n */g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

/** Content that is not text, a tag with its attributes, or text up to the next of them. */
const tokenPattern = new RegExp(
  [
    String.raw`(<!--.*?(?:-->|$)|<!doctype[^>]*>|<(style|script|head|title)\b.*?(?:</\2\s*>|$))`,
    `<(/?[a-z][a-z0-9]*)((?:"[^"]*"|'[^']*'|[^'"<>])*)>`,
    '[^<]+|<',
  ].join('|'),
  'gis',
)

const breaks: Readonly<Record<string, string>> = {
  br: '\n',
  '/p': '\n\n',
  ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((level) => [`/h${level}`, '\n\n'])),
  '/ul': '\n',
  '/ol': '\n',
  li: '\n- ',
  '/div': '\n',
  '/tr': '\n',
  '/td': ' ',
  '/th': ' ',
  '/pre': '\n\n',
  '/blockquote': '\n\n',
  hr: '\n\n',
}

function readTarget(attributes: string): string {
  const [, double, single, bare] = /(?:^|\s)href\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(attributes) ?? []
  return decodeEntities(double ?? single ?? bare ?? '').trim()
}

interface Link {
  readonly target: string
  /** The number of parts before its label. */
  readonly start: number
}

/** Adds the URL of a link after its label, unless the label is the URL. */
function appendUrl(parts: readonly string[], link: Link | undefined): string {
  const label = parts.slice(link?.start).join('').trim()
  const target = link?.target ?? ''
  if (target === '' || target === label || target === `mailto:${label}`) return ''
  return label === '' ? target : `: ${target}`
}

function decodeEntities(text: string): string {
  return text.replaceAll(
    /&(#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]{2,4});/gi,
    (entity, name: string) => (name.startsWith('#') ? decodeNumberedCharacter(name) : entities[name]) ?? entity,
  )
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }
