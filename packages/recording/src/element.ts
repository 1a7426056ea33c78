import { readAriaSelector } from './aria.ts'
import { readCssHint, readXPathHint } from './css.ts'
import type { RecordedSelectors } from './recorded-step.ts'

type AlternativeKind = 'aria' | 'text' | 'css' | 'xpath' | 'pierce'

/** One of the selectors that the Recorder stored for an element, without the prefix of its kind. */
export interface Alternative {
  readonly kind: AlternativeKind
  readonly parts: readonly string[]
}

/** The information about an element in a recording. */
export interface RecordedElement {
  readonly alternatives: readonly Alternative[]
  readonly hint: { readonly tag: string; readonly type: string | null } | null
}

const prefixes = ['aria', 'text', 'xpath', 'pierce'] as const
const fieldTags = ['input', 'textarea', 'select']
const buttonTypes = ['submit', 'button', 'reset', 'image']
const checkableTypes = ['checkbox', 'radio']

export function readElement(selectors: RecordedSelectors): RecordedElement {
  const alternatives = selectors.flatMap((chain) => readAlternative(chain) ?? [])
  const hint = alternatives
    .map(({ kind, parts }) => {
      const last = parts.at(-1) ?? ''
      if (kind === 'css' || kind === 'pierce') return readCssHint(last)
      return kind === 'xpath' ? readXPathHint(last) : undefined
    })
    .filter((each) => each !== undefined)
    .sort((one, other) => Number(other.type !== null) - Number(one.type !== null))[0]
  return { alternatives, hint: hint ?? null }
}

/** Whether the selectors show that the element takes text or a choice. */
export function isFieldTag(element: RecordedElement): boolean {
  const { hint } = element
  if (hint === null || !fieldTags.includes(hint.tag)) return false
  if (hint.type !== null) return ![...buttonTypes, ...checkableTypes].includes(hint.type)
  // An input whose text is also its name is a button, because the text of a field is what was typed.
  return hint.tag !== 'input' || !isNamedByText(element)
}

/** Whether the name of the element is its own text, not that of a label next to it. */
export function isNamedByText({ alternatives }: RecordedElement): boolean {
  const listLastParts = (kind: AlternativeKind) =>
    alternatives.filter((each) => each.kind === kind).map(({ parts }) => parts.at(-1)?.toLowerCase() ?? '')
  return listLastParts('text').some((text) =>
    listLastParts('aria').some((aria) => readAriaSelector(aria).name.includes(text)),
  )
}

/** Returns the role of the element, if its tag shows it. */
export function inferRole({ hint }: RecordedElement): string | undefined {
  if (hint === null) return undefined
  if (hint.tag === 'input' && hint.type !== null) {
    if (buttonTypes.includes(hint.type)) return 'button'
    return checkableTypes.find((type) => type === hint.type)
  }
  return rolesByTag.get(hint.tag)
}

/** Returns the selectors of the element without its text, which in a field is the typed value. */
export const listIdentities = ({ alternatives }: RecordedElement): readonly string[] =>
  alternatives.filter(({ kind }) => kind !== 'text').map(({ kind, parts }) => JSON.stringify([kind, ...parts]))

const rolesByTag: ReadonlyMap<string, string> = new Map([
  ['a', 'link'],
  ['button', 'button'],
  ['img', 'img'],
  ['option', 'option'],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((tag) => [tag, 'heading'] as const),
])

/** Returns undefined for a chain that mixes kinds or uses Puppeteer's own CSS. */
function readAlternative(chain: readonly string[]): Alternative | undefined {
  const parsedParts = chain.map((part): { kind: AlternativeKind; value: string } => {
    const kind = prefixes.find((each) => part.startsWith(`${each}/`))
    return kind === undefined ? { kind: 'css', value: part } : { kind, value: part.slice(kind.length + 1) }
  })
  const kind = parsedParts[0]?.kind
  if (kind === undefined || parsedParts.some((part) => part.kind !== kind || part.value === '')) return undefined
  if (kind === 'css' && parsedParts.some(({ value }) => /::-p-|>>>/.test(value))) return undefined
  return { kind, parts: parsedParts.map(({ value }) => value) }
}
