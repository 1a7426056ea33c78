import { type BrowserAction, maxNameLength } from './browser-step.ts'
import { readScenarioSelector } from './selector.ts'
import { shortenText } from './shorten-text.ts'

const maxLabelLength = 60
const maxPhrases = 3

/** Returns a short name for the actions, such as `Fill in the form, click "Log in"`. */
export function nameStep(actions: readonly BrowserAction[]): string {
  const phrases = listPhrases(actions).filter((phrase, index, all) => phrase !== all[index - 1])
  const shown = phrases.length > maxPhrases ? phrases.slice(0, maxPhrases - 1) : phrases
  const omittedCount = phrases.length - shown.length
  const [first = 'Check the address', ...others] = shown
  const name = [first, ...others.map((phrase) => `${phrase[0]?.toLowerCase()}${phrase.slice(1)}`)].join(', ')
  return shortenText(omittedCount > 0 ? `${name} and ${omittedCount} more` : name, maxNameLength)
}

/**
 * Describes the actions in short phrases. Consecutive fields are one form; clicks and Tab between them only move the
 * cursor.
 */
function listPhrases(actions: readonly BrowserAction[]): readonly string[] {
  const filledSelectors = new Set(actions.map(getFilledSelector).filter((selector) => selector !== undefined))
  const phrases: string[] = []
  let fields = new Set<string>()
  const endForm = () => {
    const [firstField] = fields
    if (firstField !== undefined)
      phrases.push(fields.size === 1 ? `Fill in ${toLabel(firstField)}` : 'Fill in the form')
    fields = new Set()
  }
  for (const action of actions) {
    const field = getFilledSelector(action)
    if (field !== undefined) fields.add(field)
    else if (action.press === 'Tab' || (action.click !== undefined && filledSelectors.has(action.click))) continue
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

const getFilledSelector = ({ fill, select }: BrowserAction): string | undefined => (fill ?? select)?.selector

/** Returns undefined for actions that only check that another action has worked. */
function describeAction(action: BrowserAction): string | undefined {
  if (action.open !== undefined) return `Open ${shortenTarget(action.open)}`
  if (action.click !== undefined) return `Click ${toLabel(action.click)}`
  if (action.double_click !== undefined) return `Double-click ${toLabel(action.double_click)}`
  if (action.hover !== undefined) return `Hover over ${toLabel(action.hover)}`
  if (action.press !== undefined) return `Press ${action.press}`
  if (action.wait_for !== undefined) return `Wait for ${toLabel(action.wait_for)}`
  if (action.wait_for_gone !== undefined) return `Wait until ${toLabel(action.wait_for_gone)} is gone`
  return undefined
}

/** Returns texts in quotes, and technical selectors unchanged. */
function toLabel(selector: string): string {
  const parsed = readScenarioSelector(selector)
  if (parsed === undefined) return shortenText(selector, maxLabelLength)
  const { kind, value, name } = parsed
  const isText = name !== null || kind === 'label' || kind === 'text' || kind === 'placeholder'
  const shown = shortenText(name ?? value, maxLabelLength)
  return isText ? `"${shown}"` : shown
}

/** Omits the query, which is long and often changes. */
const shortenTarget = (target: string): string =>
  shortenText(target.replace(/[?#].*$/s, '').replace(/^https?:\/\//, ''), maxLabelLength)
