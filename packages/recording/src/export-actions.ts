import { readAddressExpression, resolveTarget } from './address.ts'
import { writeAriaSelector } from './aria.ts'
import type { BrowserAction } from './browser-step.ts'
import { writeAttributeSelector } from './css.ts'
import { readFrameIndex } from './frame.ts'
import { readPress } from './keyboard.ts'
import type { NoteCollector } from './recording-note.ts'
import { readScenarioSelector, type ScenarioSelector } from './selector.ts'

/** A step for the Recorder. */
export interface ReplayStep extends Readonly<Record<string, unknown>> {
  readonly type: string
}

/** The steps of one action, and the index of the step that can lead to another page. */
interface ReplayedAction {
  readonly steps: readonly ReplayStep[]
  readonly navigationIndex?: number
}

/** The Recorder needs a position in the element; this one is inside even the smallest button. */
const offset = { offsetX: 5, offsetY: 5 }
const variablePattern = /\{\{\s*[a-z][a-z0-9_]*\s*\}\}/
const oneTimeCodePattern = /\{\{\s*one_time_code\s*\}\}/

/** Returns a function that converts the actions of one step. */
export function createExporter(origin: string, notes: NoteCollector) {
  return (number: number, actions: readonly BrowserAction[]): readonly ReplayStep[] => {
    const recorded: ReplayStep[] = []
    let lastNavigationIndex: number | undefined
    for (const action of actions) {
      if (action.expect_url !== undefined) {
        const url = readAddressExpression(action.expect_url)
        const step = lastNavigationIndex === undefined ? undefined : recorded[lastNavigationIndex]
        if (url === undefined || step === undefined || lastNavigationIndex === undefined)
          reportOmission(action, number, notes)
        else recorded[lastNavigationIndex] = assertNavigation(step, url)
        continue
      }
      const replayed = exportAction(action, { origin, notes, number })
      lastNavigationIndex =
        replayed.navigationIndex === undefined ? undefined : recorded.length + replayed.navigationIndex
      recorded.push(...replayed.steps)
    }
    return recorded
  }
}

interface ExportContext {
  readonly origin: string
  readonly notes: NoteCollector
  readonly number: number
}

function exportAction(action: BrowserAction, context: ExportContext): ReplayedAction {
  const { open, click, double_click, hover, press, wait_for, wait_for_gone } = action
  noteVariables(action, context)
  if (open !== undefined)
    return { steps: [{ type: 'navigate', url: resolveTarget(open, context.origin) }], navigationIndex: 0 }
  if (click !== undefined) return exportElementAction('click', click, { context, fields: offset })
  if (double_click !== undefined) return exportElementAction('doubleClick', double_click, { context, fields: offset })
  if (hover !== undefined) return { steps: exportElementAction('hover', hover, { context }).steps }
  if (press !== undefined) return exportPress(press, action, context)
  const field = action.fill ?? action.select
  if (field !== undefined) return exportFill(field, context)
  const presentSelector = wait_for ?? action.expect_element ?? toTextSelector(action.expect_text)
  if (presentSelector !== undefined)
    return exportWait(presentSelector, { context, fields: { operator: '>=', count: 1 } })
  const goneSelector = wait_for_gone ?? toTextSelector(action.expect_no_text)
  if (goneSelector !== undefined) return exportWait(goneSelector, { context, fields: { operator: '==', count: 0 } })
  reportOmission(action, context.number, context.notes)
  return { steps: [] }
}

interface StepParts {
  readonly context: ExportContext
  readonly fields?: Readonly<Record<string, unknown>>
}

function exportElementAction(type: string, selector: string, { context, fields = {} }: StepParts): ReplayedAction {
  const element = exportSelector(selector)
  if (element === undefined) {
    context.notes.add('selector_left_out', { step: context.number, detail: selector })
    return { steps: [] }
  }
  if (variablePattern.test(selector)) context.notes.add('variables_kept', { step: context.number })
  return { steps: [{ type, target: 'main', ...element, ...fields }], navigationIndex: 0 }
}

const exportWait = (selector: string, parts: StepParts): ReplayedAction => ({
  steps: exportElementAction('waitForElement', selector, parts).steps,
})

function exportFill({ selector, value }: { selector: string; value: string }, context: ExportContext): ReplayedAction {
  if (!oneTimeCodePattern.test(value)) return exportElementAction('change', selector, { context, fields: { value } })
  context.notes.add('one_time_code_left_out', { step: context.number })
  return { steps: [] }
}

function exportPress(press: string, action: BrowserAction, { notes, number }: ExportContext): ReplayedAction {
  const combination = readPress(press)
  if (combination === undefined) {
    reportOmission(action, number, notes)
    return { steps: [] }
  }
  const toKeyStep = (type: string) => (key: string) => ({ type, target: 'main', key })
  const keys = [...combination.held, combination.key]
  return {
    steps: [...keys.map(toKeyStep('keyDown')), ...keys.toReversed().map(toKeyStep('keyUp'))],
    navigationIndex: combination.held.length,
  }
}

/** Returns undefined for an element that the Recorder cannot identify: it knows frames only by their position. */
function exportSelector(text: string): { selectors: string[][]; frame?: number[] } | undefined {
  const selector = readScenarioSelector(text)
  if (selector === undefined) return undefined
  const frame = selector.frames.map(readFrameIndex)
  const alternative = writeAlternative(selector)
  if (alternative === undefined || frame.includes(undefined)) return undefined
  const indexes = frame.filter((index) => index !== undefined)
  return { selectors: [[alternative]], ...(indexes.length > 0 && { frame: indexes }) }
}

function writeAlternative({ kind, value, name }: ScenarioSelector): string | undefined {
  switch (kind) {
    case 'role':
      return addPrefix('aria', writeAriaSelector(name ?? '', value))
    case 'label':
      return addPrefix('aria', writeAriaSelector(value))
    case 'text':
      return addPrefix('text', value)
    case 'xpath':
      return addPrefix('xpath', value)
    case 'testid':
      return writeAttributeSelector('data-testid', value)
    case 'placeholder':
      return writeAttributeSelector('placeholder', value)
    case 'css':
      return value
  }
}

const addPrefix = (kind: string, value: string | undefined): string | undefined =>
  value === undefined ? undefined : `${kind}/${value}`

const toTextSelector = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : `text=${text}`

function assertNavigation(step: ReplayStep, url: string): ReplayStep {
  const events = Array.isArray(step['assertedEvents']) ? step['assertedEvents'] : []
  return { ...step, assertedEvents: [...events, { type: 'navigation', url, title: '' }] }
}

function noteVariables(action: BrowserAction, { notes, number }: ExportContext): void {
  const texts = [action.open, action.fill?.value, action.select?.value, action.expect_text, action.expect_no_text]
  if (texts.some((text) => text !== undefined && variablePattern.test(text) && !oneTimeCodePattern.test(text)))
    notes.add('variables_kept', { step: number })
}

function reportOmission(action: BrowserAction, step: number, notes: NoteCollector): void {
  notes.add('action_left_out', { step, detail: Object.keys(action)[0] ?? '' })
}
