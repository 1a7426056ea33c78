import { toSafeUrl } from './links.ts'
import { joinMarkup, type Markup, type MarkupValue, markup, noMarkup, stripControls } from './markup.ts'

/**
 * Renders the subset of Markdown that posts may use: paragraphs, lists, emphasis, code and links. Everything else stays
 * plain text. It is hand-written because the available parsers let HTML pass, which would have to be filtered again.
 */
export const renderMarkdown = (text: string): Markup => joinMarkup(splitBlocks(text).map(renderBlock))

/** Removes the Markdown syntax, for formats with plain text. */
export function stripMarkdown(text: string): string {
  return stripControls(text)
    .replaceAll(/^ *```.*$/gm, '')
    .replaceAll(inlinePattern, (match, ...groups) => toPlainInline(match, groups.at(-1)))
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

/** Returns the beginning of a text on one line, for lists. */
export const toExcerpt = (text: string, maxLength: number): string =>
  shortenLine(stripMarkdown(text).replaceAll(/\s+/g, ' '), maxLength)

/** Shortens a line that is too long, with an ellipsis. */
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

const bulletPattern = /^ {0,3}[-*+] +(?=\S)/
const numberedPattern = /^ {0,3}(\d{1,4})[.)] +(?=\S)/

function splitBlocks(text: string): Block[] {
  const blocks: Block[] = []
  let openBlock: Block | undefined
  const beginBlock = (kind: Block['kind'], start = 1) => {
    openBlock = { kind, lines: [], start }
    blocks.push(openBlock)
    return openBlock.lines
  }
  for (const line of stripControls(text).split('\n')) {
    if (/^ *```/.test(line)) {
      if (openBlock?.kind === 'code') openBlock = undefined
      else beginBlock('code')
    } else if (openBlock?.kind === 'code') openBlock.lines.push(line)
    else if (line.trim() === '') openBlock = undefined
    else if (bulletPattern.test(line))
      (openBlock?.kind === 'ul' ? openBlock.lines : beginBlock('ul')).push(line.replace(bulletPattern, ''))
    else if (numberedPattern.test(line))
      (openBlock?.kind === 'ol' ? openBlock.lines : beginBlock('ol', Number(numberedPattern.exec(line)?.[1]))).push(
        line.replace(numberedPattern, ''),
      )
    else if (openBlock === undefined || openBlock.kind === 'paragraph' || !line.startsWith(' '))
      (openBlock?.kind === 'paragraph' ? openBlock.lines : beginBlock('paragraph')).push(line.trim())
    // An indented line continues the item above it.
    else openBlock.lines.push(`${openBlock.lines.pop() ?? ''}\n${line.trim()}`)
  }
  return blocks
}

function renderBlock(block: Block): Markup {
  if (block.kind === 'code') return markup`<pre tabindex="0"><code>${block.lines.join('\n')}</code></pre>`
  if (block.kind === 'paragraph') return markup`<p>${renderInline(block.lines.join('\n'))}</p>`
  const items = block.lines.map((line) => markup`<li>${renderInline(line)}</li>`)
  return block.kind === 'ul' ? markup`<ul>${items}</ul>` : markup`<ol start="${block.start}">${items}</ol>`
}

/**
 * All repetitions are bounded, so that the time for hostile text is limited by its length. Compiled only once, because
 * compiling takes longer than matching.
 */
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
  for (const match of text.matchAll(inlinePattern)) {
    parts.push(text.slice(end, match.index), renderInlineElement(match[0], match.groups ?? {}, depth + 1))
    end = match.index + match[0].length
  }
  return markup`${[...parts, text.slice(end)]}`
}

function renderInlineElement(match: string, groups: Inline, depth: number): Markup {
  const { escaped, code, label, target, bare, strong } = groups
  const emphasis = groups['emphasis'] ?? groups['underscored']
  if (escaped !== undefined) return markup`${escaped}`
  if (code !== undefined) return markup`<code>${code}</code>`
  if (strong !== undefined) return markup`<strong>${renderInline(strong, depth)}</strong>`
  if (emphasis !== undefined) return markup`<em>${renderInline(emphasis, depth)}</em>`
  if (groups['line'] !== undefined) return markup`<br>`
  const url = toSafeUrl(target ?? bare ?? '')
  if (url === undefined) return markup`${match}`
  return markup`<a href="${url}" rel="nofollow noopener">${label ?? bare ?? noMarkup}</a>`
}

function toPlainInline(match: string, groups: Inline): string {
  const { escaped, code, label, target, strong } = groups
  if (label !== undefined && target !== undefined)
    return toSafeUrl(target) === undefined ? match : `${label} (${target})`
  return escaped ?? code ?? strong ?? groups['emphasis'] ?? groups['underscored'] ?? match
}
