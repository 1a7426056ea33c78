import { ariaRoles, readAriaSelector } from './aria.ts'
import { readAttributeSelector } from './css.ts'
import { type Alternative, inferRole, isNamedByText, type RecordedElement } from './element.ts'
import { toOneLine } from './one-line.ts'
import { isNamedLikePassword } from './secret-field.ts'
import { type ScenarioSelector, writeScenarioSelector } from './selector.ts'

interface SelectorContext {
  /** Whether the element takes text or a choice. */
  readonly isField: boolean
  readonly frames: readonly string[]
  /** The passwords that were typed during the recording. */
  readonly passwords: ReadonlySet<string>
  /** Whether Wachta exported the recording. */
  readonly isWachtaExport: boolean
  /** The attribute that the recording uses to identify elements. */
  readonly testAttribute: string | null
}

/** Ordered from selectors that survive a redesign to those that do not. */
const ranks = ['name', 'text', 'test_id', 'id', 'css', 'xpath', 'pierce', 'guess'] as const

interface Candidate extends Pick<ScenarioSelector, 'kind' | 'value'> {
  readonly rank: (typeof ranks)[number]
  readonly name?: string
}

/** The attributes that the Recorder itself prefers. */
const testAttributes = ['data-testid', 'data-test', 'data-qa', 'data-cy', 'data-test-id', 'data-qa-id', 'data-testing']
const maxIdLength = 50

/** Returns the best selector for the element in a scenario; undefined if there is none. */
export function chooseSelector(element: RecordedElement, context: SelectorContext): string | undefined {
  const candidates = element.alternatives.flatMap((each) => toCandidate(each, element, context) ?? [])
  return candidates
    .sort((one, other) => ranks.indexOf(one.rank) - ranks.indexOf(other.rank))
    .map(({ kind, value, name = null }) => writeScenarioSelector({ frames: context.frames, kind, value, name }))
    .find((selector) => selector !== undefined)
}

function toCandidate(
  { kind, parts }: Alternative,
  element: RecordedElement,
  context: SelectorContext,
): Candidate | undefined {
  const [first = ''] = parts
  const isChain = parts.length > 1
  switch (kind) {
    case 'aria':
      // The name alone was ambiguous, and scenarios cannot restrict the search to the inside of another element.
      return isChain ? undefined : toNameCandidate(first, element, context)
    case 'text':
      return isChain ? undefined : toTextCandidate(first, element, context)
    case 'xpath':
      return isChain ? undefined : { rank: 'xpath', kind: 'xpath', value: first }
    case 'css':
      return toCssCandidate(parts, context)
    case 'pierce':
      return { ...toCssCandidate(parts, context), rank: 'pierce' }
  }
}

function toNameCandidate(
  aria: string,
  element: RecordedElement,
  { isField, isWachtaExport }: SelectorContext,
): Candidate | undefined {
  const { name, role } = readAriaSelector(aria)
  if (role !== undefined && ariaRoles.has(role)) {
    return { rank: 'name', kind: 'role', value: role, ...(name !== '' && { name }) }
  }
  if (name === '') return undefined
  if (isField) return { rank: 'name', kind: 'label', value: name }
  const inferred = inferRole(element)
  if (inferred !== undefined) return { rank: 'name', kind: 'role', value: inferred, name }
  // A clicked element usually gets its name from its own text. This is a guess, so it ranks below unambiguous
  // selectors.
  return { rank: 'guess', kind: isWachtaExport ? 'label' : 'text', value: name }
}

/** Names the element by its text. The text of a field was typed in, and may be a password. */
function toTextCandidate(text: string, element: RecordedElement, context: SelectorContext): Candidate | undefined {
  const { isField, passwords } = context
  const value = toOneLine(text)
  // Compares prefixes, because the Recorder shortens long texts.
  if ([...passwords].some((password) => password.startsWith(value.trim()))) return undefined
  const isOnly = element.alternatives.length === 1
  const hasName = element.alternatives.some(({ kind }) => kind === 'aria')
  const isText = isNamedByText(element) || !(hasName || isNamedLikePassword(element))
  return isOnly || (isText && !isField) ? { rank: 'text', kind: 'text', value } : undefined
}

function toCssCandidate(parts: readonly string[], { testAttribute }: SelectorContext): Candidate {
  const value = joinCss(parts)
  const attributeSelector = readAttributeSelector(value)
  if (attributeSelector?.attribute === 'data-testid')
    return { rank: 'test_id', kind: 'testid', value: attributeSelector.value }
  if (attributeSelector?.attribute === 'placeholder')
    return { rank: 'name', kind: 'placeholder', value: attributeSelector.value }
  if (attributeSelector !== undefined && [...testAttributes, testAttribute].includes(attributeSelector.attribute))
    return { rank: 'test_id', kind: 'css', value }
  return { rank: isShortId(value) ? 'id' : 'css', kind: 'css', value }
}

/** A long id, or one with a long number, was probably generated for this visit. */
const isShortId = (css: string): boolean =>
  /^#[^\s>+~.:[\\]+$/.test(css) && css.length <= maxIdLength && !/\d{3}/.test(css)

/** CSS selectors in scenarios pierce shadow roots, so a path through shadow roots becomes a chain of descendants. */
const joinCss = (parts: readonly string[]): string => parts.map(toOneLine).join(' ')
