/**
 * The tag and type of an element as far as a selector of the Recorder shows them: `form > input[type='email']` is an
 * e-mail input.
 */
interface ElementHint {
  readonly tag: string
  /** The type of an input, if the selector contains it. */
  readonly type: string | null
}

/** Returns the attribute and value of a selector that contains nothing else, such as `[data-testid='buy']`. */
export function readAttributeSelector(css: string): { readonly attribute: string; readonly value: string } | undefined {
  const [, attribute, , value] = /^\[([a-z][a-z0-9_-]*)=(["'])((?:[^"'\\]|\\.)*)\2\]$/is.exec(css) ?? []
  return attribute === undefined || value === undefined ? undefined : { attribute, value: unescapeCss(value) }
}

export const writeAttributeSelector = (attribute: string, value: string): string =>
  `[${attribute}='${value.replace(/["'\\]/g, '\\$&')}']`

/** Returns the tag and type in the last part of a CSS selector. */
export function readCssHint(css: string): ElementHint | undefined {
  // Attributes stay whole, because their values may contain separators; `:not(…)` goes, because it describes others.
  const plain = css.replace(/\\./gs, '_').replace(/(\[[^\]]*\])|\([^)]*\)/g, '$1')
  const last = plain.match(/(?:\[[^\]]*\]|[^\s>+~[])+/g)?.at(-1) ?? ''
  const tag = /^[a-z][a-z0-9-]*/i.exec(last)?.[0].toLowerCase()
  if (tag === undefined) return undefined
  const type = /\[type=["']?([a-z-]+)["']?\]/i.exec(last)?.[1]?.toLowerCase() ?? null
  return { tag, type }
}

/** Returns the tag in the last part of an XPath. */
export function readXPathHint(path: string): ElementHint | undefined {
  const tag = /\/([a-z][a-z0-9-]*)(?:\[\d+\])?$/i.exec(path)?.[1]?.toLowerCase()
  return tag === undefined ? undefined : { tag, type: null }
}

const unescapeCss = (text: string): string =>
  text.replace(/\\(?:([0-9a-f]{1,6})\s?|(.))/gis, (_, code: string | undefined, character: string | undefined) => {
    if (code === undefined) return character ?? ''
    const point = Number.parseInt(code, 16)
    return point === 0 || point > 0x10ffff ? '\ufffd' : String.fromCodePoint(point)
  })
