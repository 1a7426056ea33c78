import { decodeNumberedCharacter } from './numbered-character.ts'

/**
 * Sanitizes the HTML of a message, so that only text, structure and plain links remain. The recipient may not know the
 * author of the template, so scripts, forms, remote images and styles that cover or hide content are removed. Text that
 * only looks like a tag stays.
 */
export function sanitizeHtml(html: string): string {
  let clean = ''
  for (const match of html.matchAll(tokenPattern)) {
    const [token, removedContent, _raw, slash = '', tag, attributes = ''] = match
    const name = tag?.toLowerCase()
    if (removedContent !== undefined) continue
    if (name === undefined) clean += token === '<' && !cannotBeginTag(html[match.index + 1]) ? '' : token
    else if (allowedTags.has(name)) clean += slash ? `</${name}>` : `<${name}${readAttributes(name, attributes)}>`
  }
  return clean
}

/** Whether a `<` before this character cannot begin a tag, whatever is removed after it. */
const cannotBeginTag = (next: string | undefined): boolean => next !== undefined && /[^a-z/!?<]/i.test(next)

/** A comment or element that is removed with its content, a tag with its attributes, or text. */
const tokenPattern = new RegExp(
  [
    String.raw`(<!--.*?(?:-->|$)|<[!?][^>]*(?:>|$)|<(script|style|head|title|iframe|object|noscript|noembed|noframes|template|textarea|select|svg|math|xmp|plaintext)\b.*?(?:</\2\s*>|$))`,
    `<(/?)([a-z][a-z0-9]*)((?:"[^"]*"|'[^']*'|[^'"<>])*)>`,
    '[^<]+|<',
  ].join('|'),
  'gis',
)

const allowedTags = new Set([
  ...[
    'a',
    'abbr',
    'b',
    'blockquote',
    'br',
    'center',
    'code',
    'dd',
    'del',
    'div',
    'dl',
    'dt',
    'em',
    'font',
    'hr',
    'i',
    'ins',
  ],
  ...[
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'kbd',
    'li',
    'ol',
    'p',
    'pre',
    's',
    'small',
    'span',
    'strong',
    'sub',
    'sup',
    'u',
    'ul',
  ],
  ...['caption', 'table', 'tbody', 'td', 'tfoot', 'th', 'thead', 'tr'],
])

const plainAttributes = new Set([
  'align',
  'border',
  'cellpadding',
  'cellspacing',
  'color',
  'colspan',
  'dir',
  'lang',
  'rowspan',
  'title',
  'valign',
  'width',
])

const allowedStyles = new Set([
  ...[
    'background-color',
    'border',
    'border-bottom',
    'border-collapse',
    'border-left',
    'border-right',
    'border-top',
    'color',
  ],
  ...[
    'font-family',
    'font-size',
    'font-style',
    'font-weight',
    'line-height',
    'text-align',
    'text-decoration',
    'vertical-align',
  ],
  ...['margin', 'margin-bottom', 'margin-left', 'margin-right', 'margin-top'],
  ...['padding', 'padding-bottom', 'padding-left', 'padding-right', 'padding-top', 'max-width', 'width'],
])

function readAttributes(tag: string, source: string): string {
  let result = ''
  for (const [, name = '', double, single, bare] of source.matchAll(attributePattern)) {
    const value = cleanValue(tag, name.toLowerCase(), decodeEntities(double ?? single ?? bare ?? ''))
    if (value !== undefined) result += ` ${name.toLowerCase()}="${escapeText(value)}"`
  }
  return result
}

const attributePattern = /([^\s"'<>/=]+)\s*(?:=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g

/** Sanitizes an attribute; undefined removes it. A forbidden link is removed. */
function cleanValue(tag: string, name: string, value: string): string | undefined {
  if (tag === 'a' && name === 'href') return isOpenLink(value) ? value.trim() : ''
  if (name === 'style') return cleanStyle(value)
  return plainAttributes.has(name) ? value : undefined
}

const isOpenLink = (address: string): boolean =>
  ['http:', 'https:', 'mailto:', 'tel:'].includes(URL.parse(address.trim())?.protocol ?? '')

function cleanStyle(style: string): string | undefined {
  const declarations = style.split(';').flatMap((declaration) => {
    const [, property = '', value = ''] = /^\s*([a-z-]+)\s*:\s*([\w\s#%.,'"-]+?)\s*$/i.exec(declaration) ?? []
    return allowedStyles.has(property.toLowerCase()) ? `${property.toLowerCase()}:${value}` : []
  })
  return declarations.length === 0 ? undefined : declarations.join(';')
}

/** Decodes entities, because mail programs act on the decoded value. */
const decodeEntities = (text: string): string =>
  text.replaceAll(/&(#x[0-9a-f]{1,6}|#[0-9]{1,7}|amp|lt|gt|quot|apos|colon|tab|newline);?/gi, (entity, name: string) =>
    name.startsWith('#') ? (decodeNumberedCharacter(name) ?? '') : (namedEntities[name.toLowerCase()] ?? entity),
  )

const namedEntities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  colon: ':',
  tab: '\t',
  newline: '\n',
}

const escapeText = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`).replaceAll(/\p{Cc}/gu, '')
