/**
 * How an element of a page is named: `role=button[name="Log in"]`, `label=E-mail`, `text=Add to cart`, `testid=submit`,
 * `placeholder=Search`, `xpath=//h1`, or CSS. `frame=iframe#pay >> label=Card number` looks inside a frame. Names that
 * people see come first, because they outlive a new layout.
 */
export const selectorKinds = ['role', 'label', 'text', 'testid', 'placeholder', 'xpath', 'css'] as const

type SelectorKind = (typeof selectorKinds)[number]

/** A parsed selector: the frames to enter, the outermost first, and the element in the last of them. */
export interface ElementSelector {
  readonly frames: readonly string[]
  readonly kind: SelectorKind
  /** For a role, only the role. */
  readonly value: string
  /** The accessible name of an element with a role. */
  readonly name: string | null
}

const controlCharacters = '\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029'
const kindsWithValue = selectorKinds.filter((kind) => kind !== 'role').join('|')
const frame = `frame=[^>${controlCharacters}]{1,200} >> `
const role = `role=([a-z]+)(?:\\[name="((?:[^"\\\\${controlCharacters}]|\\\\["\\\\])*)"\\])?`
const kindAndValue = `(${kindsWithValue})=([^${controlCharacters}]+)`
const css = `(?!(?:role|frame|${kindsWithValue})=)[^\\s${controlCharacters}][^${controlCharacters}]*`

/**
 * The grammar of selectors; `readSelector` takes the parts from its groups. Only the name of a role can contain ` >> `.
 * Whether the element exists is known only on the page.
 */
export const selectorPattern = `^((?:${frame}){0,5})(?:${role}|(?![^${controlCharacters}]* >> )(?:${kindAndValue}|(${css})))$`

const grammar = new RegExp(selectorPattern, 'u')
const framePrefix = 'frame='
const separator = ' >> '

/** Parses a selector; undefined if the text is not one. */
export function readSelector(text: string): ElementSelector | undefined {
  const [, framePart = '', roleName, quotedName, kindName, value, cssSelector] = grammar.exec(text) ?? []
  const frames = framePart
    .split(separator)
    .slice(0, -1)
    .map((part) => part.slice(framePrefix.length))
  if (roleName !== undefined)
    return { frames, kind: 'role', value: roleName, name: quotedName?.replace(/\\(.)/gu, '$1') ?? null }
  const kind = selectorKinds.find((each) => each === kindName)
  if (kind !== undefined && value !== undefined) return { frames, kind, value, name: null }
  return cssSelector === undefined ? undefined : { frames, kind: 'css', value: cssSelector, name: null }
}
