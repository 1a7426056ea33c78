import { toSafeUrl } from './links.ts'
import { joinMarkup, type Markup, type MarkupValue, markup, noMarkup, stripControls } from './markup.ts'

/**
 * Renders the part of Markdown that posts may use: paragraphs, lists, emphasis, code and links. Everything else stays the text that
 * it is. It is written by hand because the parsers at hand let HTML pass, which would have to be filtered again.
 */
export const renderMarkdown = (text: string): Markup => joinMarkup(splitBlocks(text).map(renderBlock))

/** The same text without marks, for formats that have none. */
export function stripMarkdown(text: string): string {
  return stripControls(text)
    .replaceAll(/^ *```.*$/gm, '')
    .replaceAll(inlinePattern, (found, ...groups) => toPlainInline(found, groups.at(-1)))
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

/** The beginning of a text on one line, for lists. */
export const toExcerpt = (text: string, maxLength: number): string =>
  shortenLine(stripMarkdown(text).replaceAll(/\s+/g, ' '), maxLength)

/** The beginning of a line that is too long, with an ellipsis. */
export function shortenLine(line: string, maxLength: number): string {
  if (line.length <= maxLength) return line
  const beginning = line.slice(0, maxLength - 1).toWellFormed()
  return `${beginning.trimEnd()}…`
}

interface Block {
  readonly kind: 'paragraph' | 'code' | 'ul' | 'ol'
  readonly lines: string[]
  /** The first number of a numbered list. */
  readonly start: number
}

const bullet = /^ {0,3}[-*+] +(?=\S)/
const numbered = /^ {0,3}(\d{1,4})[.)] +(?=\S)/

function splitBlocks(text: string): Block[] {
  const blocks: Block[] = []
  let open: Block | undefined
  const begin = (kind: Block['kind'], start = 1) => {
    open = { kind, lines: [], start }
    blocks.push(open)
    return open.lines
  }
  for (const line of stripControls(text).split('\n')) {
    if (/^ *```/.test(line)) {
      if (open?.kind === 'code') open = undefined
      else begin('code')
    } else if (open?.kind === 'code') open.lines.push(line)
    else if (line.trim() === '') open = undefined
    else if (bullet.test(line)) (open?.kind === 'ul' ? open.lines : begin('ul')).push(line.replace(bullet, ''))
    else if (numbered.test(line))
      (open?.kind === 'ol' ? open.lines : begin('ol', Number(numbered.exec(line)?.[1]))).push(
        line.replace(numbered, ''),
      )
    else if (open === undefined || open.kind === 'paragraph' || !line.startsWith(' '))
      (open?.kind === 'paragraph' ? open.lines : begin('paragraph')).push(line.trim())
    // An indented line goes on with the item above it.
    else open.lines.push(`${open.lines.pop() ?? ''}\n${line.trim()}`)
  }
  return blocks
}

function renderBlock(block: Block): Markup {
  if (block.kind === 'code') return markup`<pre tabindex="0"><code>${block.lines.join('\n')}</code></pre>`
  if (block.kind === 'paragraph') return markup`<p>${renderInline(block.lines.join('\n'))}</p>`
  const items = block.lines.map((line) => markup`<li>${renderInline(line)}</li>`)
  return block.kind === 'ul' ? markup`<ul>${items}</ul>` : markup`<ol start="${block.start}">${items}</ol>`
}

/** Bounded everywhere, so that hostile text takes no longer than its length allows. Made once, because that takes longer than a mark. */
const inlinePattern = new RegExp(
  [
    String.raw`\\(?<escaped>[\\*_[\]()\x60#+.!-])`,
    String.raw`\x60(?<code>[^\x60\n]{1,500})\x60`,
    String.raw`\[(?<label>[^[\]\n]{1,300})\]\((?<target>[^()\s<>"]{1,2000})\)`,
    String.raw`(?<bare>https?:\/\/[^\s<>"'()[\]\\\x60]{1,2000}[^\s<>"'()[\]\\\x60.,:;!?*_])`,
    String.raw`\*\*(?=\S)(?<strong>(?:[^*\n]|\*(?!\*)){1,500})\*\*`,
    String.raw`\*(?=\S)(?<emphasis>[^*\n]{1,500})\*`,
    String.raw`(?<![\p{L}\p{N}_])_(?=\S)(?<underscored>[^_\n]{1,500})_(?![\p{L}\p{N}_])`,
    String.raw`(?<line>\n)`,
  ].join('|'),
  'gu',
)

type Inline = Readonly<Record<string, string | undefined>>

function renderInline(text: string, depth = 0): Markup {
  if (depth > 3) return markup`${text}`
  const parts: MarkupValue[] = []
  let end = 0
  for (const found of text.matchAll(inlinePattern)) {
    parts.push(text.slice(end, found.index), renderMark(found[0], found.groups ?? {}, depth + 1))
    end = found.index + found[0].length
  }
  return markup`${[...parts, text.slice(end)]}`
}

function renderMark(found: string, mark: Inline, depth: number): Markup {
  const { escaped, code, label, target, bare, strong } = mark
  const emphasis = mark['emphasis'] ?? mark['underscored']
  if (escaped !== undefined) return markup`${escaped}`
  if (code !== undefined) return markup`<code>${code}</code>`
  if (strong !== undefined) return markup`<strong>${renderInline(strong, depth)}</strong>`
  if (emphasis !== undefined) return markup`<em>${renderInline(emphasis, depth)}</em>`
  if (mark['line'] !== undefined) return markup`<br>`
  const url = toSafeUrl(target ?? bare ?? '')
  if (url === undefined) return markup`${found}`
  return markup`<a href="${url}" rel="nofollow noopener">${label ?? bare ?? noMarkup}</a>`
}

function toPlainInline(found: string, mark: Inline): string {
  const { escaped, code, label, target, strong } = mark
  if (label !== undefined && target !== undefined)
    return toSafeUrl(target) === undefined ? found : `${label} (${target})`
  return escaped ?? code ?? strong ?? mark['emphasis'] ?? mark['underscored'] ?? found
}
