import { ariaRoles, readAriaSelector } from './aria.ts'
import { readAttributeSelector } from './css.ts'
import { type Alternative, inferRole, isNamedByText, type RecordedElement } from './element.ts'
import { toOneLine } from './one-line.ts'
import { isNamedLikePassword } from './secret-field.ts'
import { type ScenarioSelector, writeScenarioSelector } from './selector.ts'

interface SelectorContext {
  /** The element takes text or a choice. */
  readonly isField: boolean
  readonly frames: readonly string[]
  /** Passwords that were typed while recording. */
  readonly passwords: ReadonlySet<string>
  /** Wachta has exported the recording itself. */
  readonly isOwn: boolean
  /** The attribute for naming elements that the recording was made with. */
  readonly testAttribute: string | null
}

/** From what outlives a new layout to what does not. */
const ranks = ['name', 'text', 'test_id', 'id', 'css', 'xpath', 'pierce', 'guess'] as const

interface Candidate extends Pick<ScenarioSelector, 'kind' | 'value'> {
  readonly rank: (typeof ranks)[number]
  readonly name?: string
}

/** The attributes that the Recorder itself prefers. */
const testAttributes = ['data-testid', 'data-test', 'data-qa', 'data-cy', 'data-test-id', 'data-qa-id', 'data-testing']
const maxIdLength = 50

/** The best way to name the element in a scenario; undefined if there is none. */
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
      // The name alone was not unique, and scenarios cannot say within which other element to look.
      return isChain ? undefined : nameElement(first, element, context)
    case 'text':
      return isChain ? undefined : nameByText(first, element, context)
    case 'xpath':
      return isChain ? undefined : { rank: 'xpath', kind: 'xpath', value: first }
    case 'css':
      return nameByCss(parts, context)
    case 'pierce':
      return { ...nameByCss(parts, context), rank: 'pierce' }
  }
}

function nameElement(
  aria: string,
  element: RecordedElement,
  { isField, isOwn }: SelectorContext,
): Candidate | undefined {
  const { name, role } = readAriaSelector(aria)
  if (role !== undefined && ariaRoles.has(role)) {
    return { rank: 'name', kind: 'role', value: role, ...(name !== '' && { name }) }
  }
  if (name === '') return undefined
  if (isField) return { rank: 'name', kind: 'label', value: name }
  const inferred = inferRole(element)
  if (inferred !== undefined) return { rank: 'name', kind: 'role', value: inferred, name }
  // A clicked element is usually named by its own text, but other alternatives are unambiguous.
  return { rank: 'guess', kind: isOwn ? 'label' : 'text', value: name }
}

/** The text of a field is what was typed into it, perhaps a password. */
function nameByText(text: string, element: RecordedElement, context: SelectorContext): Candidate | undefined {
  const { isField, passwords } = context
  const value = toOneLine(text)
  // The Recorder shortens a long text.
  if ([...passwords].some((password) => password.startsWith(value.trim()))) return undefined
  const isOnly = element.alternatives.length === 1
  const hasName = element.alternatives.some(({ kind }) => kind === 'aria')
  const isText = isNamedByText(element) || !(hasName || isNamedLikePassword(element))
  return isOnly || (isText && !isField) ? { rank: 'text', kind: 'text', value } : undefined
}

function nameByCss(parts: readonly string[], { testAttribute }: SelectorContext): Candidate {
  const value = joinCss(parts)
  const read = readAttributeSelector(value)
  if (read?.attribute === 'data-testid') return { rank: 'test_id', kind: 'testid', value: read.value }
  if (read?.attribute === 'placeholder') return { rank: 'name', kind: 'placeholder', value: read.value }
  if (read !== undefined && [...testAttributes, testAttribute].includes(read.attribute))
    return { rank: 'test_id', kind: 'css', value }
  return { rank: isShortId(value) ? 'id' : 'css', kind: 'css', value }
}

/** A long id, or one with a number in it, was probably made up for this visit. */
const isShortId = (css: string): boolean =>
  /^#[^\s>+~.:[\\]+$/.test(css) && css.length <= maxIdLength && !/\d{3}/.test(css)

/** CSS of scenarios reaches into shadow roots, so the path through them is a list of ancestors. */
const joinCss = (parts: readonly string[]): string => parts.map(toOneLine).join(' ')
