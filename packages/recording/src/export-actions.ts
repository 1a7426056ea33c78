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

/** The steps of one action, and which of them can lead to another page. */
interface ReplayedAction {
  readonly steps: readonly ReplayStep[]
  readonly leads?: number
}

/** The Recorder needs a place in the element; this one is in the smallest button. */
const offset = { offsetX: 5, offsetY: 5 }
const anyVariable = /\{\{[a-z][a-z0-9_]*\}\}/
const oneTimeCode = '{{one_time_code}}'

/** Returns a function that converts the actions of one step. */
export function createExporter(origin: string, notes: NoteCollector) {
  return (number: number, actions: readonly BrowserAction[]): readonly ReplayStep[] => {
    const recorded: ReplayStep[] = []
    let leading: number | undefined
    for (const action of actions) {
      if (action.expect_url !== undefined) {
        const url = readAddressExpression(action.expect_url)
        const step = leading === undefined ? undefined : recorded[leading]
        if (url === undefined || step === undefined || leading === undefined) reportOmission(action, number, notes)
        else recorded[leading] = assertNavigation(step, url)
        continue
      }
      const replayed = exportAction(action, { origin, notes, number })
      leading = replayed.leads === undefined ? undefined : recorded.length + replayed.leads
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
  if (open !== undefined) return { steps: [{ type: 'navigate', url: resolveTarget(open, context.origin) }], leads: 0 }
  if (click !== undefined) return act('click', click, { context, fields: offset })
  if (double_click !== undefined) return act('doubleClick', double_click, { context, fields: offset })
  if (hover !== undefined) return { steps: act('hover', hover, { context }).steps }
  if (press !== undefined) return pressKeys(press, action, context)
  const filled = action.fill ?? action.select
  if (filled !== undefined) return fillIn(filled, context)
  const present = wait_for ?? action.expect_element ?? toTextSelector(action.expect_text)
  if (present !== undefined) return waitFor(present, { context, fields: { operator: '>=', count: 1 } })
  const gone = wait_for_gone ?? toTextSelector(action.expect_no_text)
  if (gone !== undefined) return waitFor(gone, { context, fields: { operator: '==', count: 0 } })
  reportOmission(action, context.number, context.notes)
  return { steps: [] }
}

interface StepParts {
  readonly context: ExportContext
  readonly fields?: Readonly<Record<string, unknown>>
}

function act(type: string, selector: string, { context, fields = {} }: StepParts): ReplayedAction {
  const element = exportSelector(selector)
  if (element === undefined) context.notes.add('selector_left_out', { step: context.number, detail: selector })
  return element === undefined ? { steps: [] } : { steps: [{ type, target: 'main', ...element, ...fields }], leads: 0 }
}

const waitFor = (selector: string, parts: StepParts): ReplayedAction => ({
  steps: act('waitForElement', selector, parts).steps,
})

function fillIn({ selector, value }: { selector: string; value: string }, context: ExportContext): ReplayedAction {
  if (!value.includes(oneTimeCode)) return act('change', selector, { context, fields: { value } })
  context.notes.add('one_time_code_left_out', { step: context.number })
  return { steps: [] }
}

function pressKeys(press: string, action: BrowserAction, { notes, number }: ExportContext): ReplayedAction {
  const read = readPress(press)
  if (read === undefined) {
    reportOmission(action, number, notes)
    return { steps: [] }
  }
  const step = (type: string) => (key: string) => ({ type, target: 'main', key })
  const down = [...read.held, read.key]
  return { steps: [...down.map(step('keyDown')), ...down.toReversed().map(step('keyUp'))], leads: read.held.length }
}

/** Undefined for an element that the Recorder cannot name: it knows frames only by their position. */
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
      return prefix('aria', writeAriaSelector(name ?? '', value))
    case 'label':
      return prefix('aria', writeAriaSelector(value))
    case 'text':
      return prefix('text', value)
    case 'xpath':
      return prefix('xpath', value)
    case 'testid':
      return writeAttributeSelector('data-testid', value)
    case 'placeholder':
      return writeAttributeSelector('placeholder', value)
    case 'css':
      return value
  }
}

const prefix = (kind: string, value: string | undefined): string | undefined =>
  value === undefined ? undefined : `${kind}/${value}`

const toTextSelector = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : `text=${text}`

function assertNavigation(step: ReplayStep, url: string): ReplayStep {
  const events = Array.isArray(step['assertedEvents']) ? step['assertedEvents'] : []
  return { ...step, assertedEvents: [...events, { type: 'navigation', url, title: '' }] }
}

function noteVariables(action: BrowserAction, { notes, number }: ExportContext): void {
  const texts = [action.open, action.fill?.value, action.select?.value, action.expect_text, action.expect_no_text]
  if (texts.some((text) => text !== undefined && anyVariable.test(text) && !text.includes(oneTimeCode)))
    notes.add('variables_kept', { step: number })
}

function reportOmission(action: BrowserAction, step: number, notes: NoteCollector): void {
  notes.add('action_left_out', { step, detail: Object.keys(action)[0] ?? '' })
}
