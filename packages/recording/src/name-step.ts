import { type BrowserAction, maxNameLength } from './browser-step.ts'
import { readScenarioSelector } from './selector.ts'
import { shortenText } from './shorten-text.ts'

const maxLabelLength = 60
const maxPhrases = 3

/** A short name for what the actions do, such as `Fill in the form, click "Log in"`. */
export function nameStep(actions: readonly BrowserAction[]): string {
  const phrases = listPhrases(actions).filter((phrase, index, all) => phrase !== all[index - 1])
  const shown = phrases.length > maxPhrases ? phrases.slice(0, maxPhrases - 1) : phrases
  const rest = phrases.length - shown.length
  const [first = 'Check the address', ...others] = shown
  const name = [first, ...others.map((phrase) => `${phrase[0]?.toLowerCase()}${phrase.slice(1)}`)].join(', ')
  return shortenText(rest > 0 ? `${name} and ${rest} more` : name, maxNameLength)
}

/** Consecutive fields are one form; clicks and Tab between them only move the cursor. */
function listPhrases(actions: readonly BrowserAction[]): readonly string[] {
  const filled = new Set(actions.map(readFilled).filter((selector) => selector !== undefined))
  const phrases: string[] = []
  let fields = new Set<string>()
  const endForm = () => {
    const [only] = fields
    if (only !== undefined) phrases.push(fields.size === 1 ? `Fill in ${label(only)}` : 'Fill in the form')
    fields = new Set()
  }
  for (const action of actions) {
    const field = readFilled(action)
    if (field !== undefined) fields.add(field)
    else if (action.press === 'Tab' || (action.click !== undefined && filled.has(action.click))) continue
    else {
      const phrase = describeAction(action)
      if (phrase === undefined) continue
      endForm()
      phrases.push(phrase)
    }
  }
  endForm()
  return phrases.length > 0 ? phrases : actions.flatMap((action) => describeAction(action) ?? [])
}

const readFilled = ({ fill, select }: BrowserAction): string | undefined => (fill ?? select)?.selector

/** Undefined for what only checks that another action has worked. */
function describeAction(action: BrowserAction): string | undefined {
  if (action.open !== undefined) return `Open ${showTarget(action.open)}`
  if (action.click !== undefined) return `Click ${label(action.click)}`
  if (action.double_click !== undefined) return `Double-click ${label(action.double_click)}`
  if (action.hover !== undefined) return `Hover over ${label(action.hover)}`
  if (action.press !== undefined) return `Press ${action.press}`
  if (action.wait_for !== undefined) return `Wait for ${label(action.wait_for)}`
  if (action.wait_for_gone !== undefined) return `Wait until ${label(action.wait_for_gone)} is gone`
  return undefined
}

/** Texts in quotes, technical selectors as they are. */
function label(selector: string): string {
  const read = readScenarioSelector(selector)
  if (read === undefined) return shortenText(selector, maxLabelLength)
  const { kind, value, name } = read
  const isText = name !== null || kind === 'label' || kind === 'text' || kind === 'placeholder'
  const shown = shortenText(name ?? value, maxLabelLength)
  return isText ? `"${shown}"` : shown
}

/** Without the query, which is long and often changes. */
const showTarget = (target: string): string =>
  shortenText(target.replace(/[?#].*$/s, '').replace(/^https?:\/\//, ''), maxLabelLength)
