import { type ActionKind, getActionKind, listActionParts } from './action-model.ts'
import { parseElement, toElementRole } from './element-selector.ts'
import type { StepEntry } from './entry-kinds.ts'
import type { Step, StepsKind } from './step-model.ts'
import type { StepTranslate } from './step-texts.ts'
import { getEntries, getText } from './step-values.ts'
import { writeReference } from './variables.ts'

/** Says in one line what a step does. */
export const summarizeStep = (step: Step, kind: StepsKind, t: StepTranslate): string =>
  kind === 'http_steps' ? summarizeRequest(step, t) : summarizeActions(getEntries(step, 'actions'), t)

function summarizeRequest(step: Step, t: StepTranslate): string {
  const names = getEntries(step, 'extract').map((entry) => writeReference(getText(entry, 'variable')))
  const count = getEntries(step, 'assertions').length
  return [
    `${getText(step, 'method') || 'GET'} ${getText(step, 'url')}`,
    ...(count > 0 ? [t('assertionCount', { count })] : []),
    ...(names.length > 0 ? [t('setsVariables', { names: names.join(', ') })] : []),
  ].join(' · ')
}

const summarizeActions = (actions: readonly StepEntry[], t: StepTranslate): string =>
  actions.length === 0 ? t('noActions') : actions.map((action) => summarizeAction(action, t)).join(' · ')

/** Says what an action does, such as: Click button “Log in”. */
export function summarizeAction(action: StepEntry, t: StepTranslate): string {
  const kind: ActionKind = getActionKind(action)
  const values: Record<string, string> = {}
  for (const { name, input, value } of listActionParts(action)) {
    if (input === 'selector') values['element'] = describeElement(value, t)
    else if (input === 'variable') values['variable'] = writeReference(value)
    else values[name === '' ? 'value' : name] = value === '' ? '…' : value
  }
  return t(`do.${kind}`, values)
}

/** Describes an element by its selector, such as: button “Log in”. */
export function describeElement(selector: string, t: StepTranslate): string {
  const draft = parseElement(selector)
  if (draft === null) return selector
  const { kind, value, name, frames } = draft
  if (value === '') return t('element.missing')
  const element = () => {
    if (kind === 'css' || kind === 'xpath') return value
    if (kind !== 'role') return t(`element.${kind}`, { value })
    const known = toElementRole(value)
    const role = known === undefined ? value : t(`role.${known}`)
    return name === null ? role : t('element.named', { role, name })
  }
  return frames.length === 0 ? element() : t('element.framed', { element: element() })
}
