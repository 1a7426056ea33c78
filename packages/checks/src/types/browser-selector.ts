/**
 * How an element of a page is named: `role=button[name="Log in"]`, `label=E-mail`, `text=Add to cart`, `testid=submit`,
 * `placeholder=Search`, `xpath=//h1`, or CSS. `frame=iframe#pay >> label=Card number` looks inside a frame. Names that
 * people see come first, because they outlive a new layout.
 */
export const selectorKinds = ['role', 'label', 'text', 'testid', 'placeholder', 'xpath', 'css'] as const

type SelectorKind = (typeof selectorKinds)[number]

/** One part of a selector. All but the last are frames. */
export interface ElementSelector {
  readonly frames: readonly string[]
  readonly kind: SelectorKind
  /** For a role, only the role. */
  readonly value: string
  /** The accessible name of an element with a role. */
  readonly name: string | null
}

const plain = '[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]'
const kindsWithValue = selectorKinds.filter((kind) => kind !== 'role').join('|')

/** What `readSelector` can read. Whether the element is there is only known on the page. */
export const selectorPattern =
  '^(?:frame=[^>\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]{1,200} >> ){0,5}' +
  `(?:role=[a-z]+(?:\\[name="(?:[^"\\\\\\u0000-\\u001f]|\\\\["\\\\])*"\\])?|(?!role=|frame=|(?:${kindsWithValue})=$)(?!${plain}* >> )\\S${plain}*)$`

const frameMark = 'frame='
const separator = ' >> '

/** Reads a selector; undefined if it is none. */
export function readSelector(text: string): ElementSelector | undefined {
  const parts = text.split(separator)
  const last = parts.pop() ?? ''
  if (last === '' || !parts.every((part) => part.startsWith(frameMark))) return undefined
  const frames = parts.map((part) => part.slice(frameMark.length))
  const [, mark, rest = ''] = /^([a-z]+)=(.*)$/s.exec(last) ?? []
  const kind = selectorKinds.find((each) => each === mark)
  if (kind === undefined) return { frames, kind: 'css', value: last, name: null }
  if (kind !== 'role') return rest === '' ? undefined : { frames, kind, value: rest, name: null }
  const [, role, quoted] = /^([a-z]+)(?:\[name="((?:[^"\\]|\\.)*)"\])?$/s.exec(rest) ?? []
  return role === undefined ? undefined : { frames, kind, value: role, name: quoted?.replace(/\\(.)/gs, '$1') ?? null }
}

/** Writes a selector as people enter it. */
export function writeSelector({ frames, kind, value, name }: ElementSelector): string {
  const quoted = name === null ? '' : `[name="${name.replace(/["\\]/g, '\\$&')}"]`
  return [...frames.map((frame) => `${frameMark}${frame}`), `${kind}=${value}${quoted}`].join(separator)
}
