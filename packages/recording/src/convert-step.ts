import { parseWebAddress, writeAddressExpression, writeTarget } from './address.ts'
import { type BrowserAction, maxValueLength } from './browser-step.ts'
import { chooseSelector } from './choose-selector.ts'
import { isFieldTag, listIdentities, readElement } from './element.ts'
import { writeFrameSelector } from './frame.ts'
import type { createKeyboard } from './held-keys.ts'
import { type RecordedStep, readFramePath, readNavigations, readSelectors, readTextField } from './recorded-step.ts'
import { RecordingError } from './recording-error.ts'
import type { NoteCollector } from './recording-note.ts'
import { isNamedLikePassword, isOneTimeCodeField } from './secret-field.ts'
import { judgeWait } from './wait-for-element.ts'

export interface ConversionContext {
  readonly origin: string
  readonly notes: NoteCollector
  readonly keyboard: ReturnType<typeof createKeyboard>
  /** How the fields of the recording are named that were filled in. */
  readonly fields: ReadonlySet<string>
  readonly passwords: ReadonlySet<string>
  readonly testAttribute: string | null
  readonly isOwn: boolean
}

/** Pages that a new tab shows. */
const startPages = /^(?:about|chrome|edge|brave|opera|vivaldi):/i
/** The prefix of the path that a page sees of a chosen file. */
const uploadedFile = 'C:\\fakepath\\'
const variable = /^\{\{[a-z][a-z0-9_]*\}\}$/

/** The actions of a scenario for a recorded step, perhaps none. */
export function convertStep(step: RecordedStep, context: ConversionContext): readonly BrowserAction[] {
  const actions = convertAction(step, context)
  return [...actions, ...expectAddresses(step, context)]
}

function convertAction(step: RecordedStep, context: ConversionContext): readonly BrowserAction[] {
  const { notes, keyboard } = context
  switch (step.type) {
    case 'navigate':
      return open(step, context)
    case 'click':
      return [{ click: pointAt(step, context) }]
    case 'doubleClick':
      return [{ double_click: pointAt(step, context) }]
    case 'hover':
      return [{ hover: nameElement(step, context) }]
    case 'change':
      return [{ fill: fillIn(step, context) }]
    case 'waitForElement':
      return waitFor(step, context)
    case 'keyDown':
      demandMainTarget(step)
      return keyboard.down(step)
    case 'keyUp':
      keyboard.up(step)
      return []
    case 'setViewport':
      // The first one is a setting of the service.
      return []
    case 'scroll':
    case 'close':
    case 'emulateNetworkConditions':
      notes.add('step_left_out', { step: step.number, detail: step.type })
      return []
    default:
      throw new RecordingError('unsupported_step', step)
  }
}

function open(step: RecordedStep, { origin, passwords, notes }: ConversionContext): readonly BrowserAction[] {
  demandMainTarget(step)
  const text = readTextField(step, 'url')
  if (startPages.test(text)) {
    notes.add('step_left_out', { step: step.number, detail: step.type })
    return []
  }
  const target = writeTarget(text, origin)
  if (target === undefined) throw new RecordingError('unsupported_address', step)
  const url = parseWebAddress(text)
  if (url?.username || url?.password) notes.add('login_dropped', { step: step.number })
  const hidden = hidePasswords(target, passwords)
  if (hidden !== target) notes.add('password_dropped', { step: step.number })
  return [{ open: hidden }]
}

function pointAt(step: RecordedStep, context: ConversionContext): string {
  const { button } = step.fields
  if (button !== undefined && button !== 'primary') throw new RecordingError('unsupported_button', step)
  if (context.keyboard.isHeld()) context.notes.add('modifier_left_out', { step: step.number })
  return nameElement(step, context)
}

function fillIn(step: RecordedStep, context: ConversionContext): { selector: string; value: string } {
  const selector = nameElement(step, context)
  const value = readTextField(step, 'value')
  const element = readElement(readSelectors(step))
  // Keys that were held during typing belong to what was typed.
  context.keyboard.use()
  if (variable.test(value)) return { selector, value }
  if (value.startsWith(uploadedFile)) throw new RecordingError('file_upload', step)
  if (isNamedLikePassword(element) || context.passwords.has(value)) {
    context.notes.add('password_dropped', { step: step.number })
    return { selector, value: '{{password}}' }
  }
  if (isOneTimeCodeField(element, value)) {
    context.notes.add('one_time_code_dropped', { step: step.number })
    return { selector, value: '{{one_time_code}}' }
  }
  if (value.length > maxValueLength) throw new RecordingError('value_too_long', step)
  return { selector, value }
}

function waitFor(step: RecordedStep, context: ConversionContext): readonly BrowserAction[] {
  const { wanted, isExact } = judgeWait(step)
  if (!isExact) context.notes.add('condition_left_out', { step: step.number })
  if (wanted === 'unknown') return []
  const selector = nameElement(step, context)
  return [wanted === 'present' ? { wait_for: selector } : { wait_for_gone: selector }]
}

function nameElement(step: RecordedStep, context: ConversionContext): string {
  demandMainTarget(step)
  const element = readElement(readSelectors(step))
  const frame = readFramePath(step)
  const selector = chooseSelector(element, {
    isField:
      step.type === 'change' || isFieldTag(element) || listIdentities(element).some((each) => context.fields.has(each)),
    frames: frame.map(writeFrameSelector),
    passwords: context.passwords,
    testAttribute: context.testAttribute,
    isOwn: context.isOwn,
  })
  if (selector === undefined) throw new RecordingError('no_selector', step)
  if (frame.length > 0) context.notes.add('frame_by_position', { step: step.number })
  return selector
}

function expectAddresses(step: RecordedStep, { notes }: ConversionContext): readonly BrowserAction[] {
  return readNavigations(step).flatMap((url) => {
    if (url === null || startPages.test(url)) return []
    const expression = writeAddressExpression(url)
    if (expression === undefined) notes.add('expectation_left_out', { step: step.number })
    return expression === undefined ? [] : [{ expect_url: expression }]
  })
}

/**
 * Other targets are windows, which scenarios block, and frames of other sites, which only their address would identify.
 */
function demandMainTarget(step: RecordedStep): void {
  const { target } = step.fields
  if (target !== undefined && target !== null && target !== 'main') throw new RecordingError('other_target', step)
}

/** A form that sends its fields in the address shows the password there. */
function hidePasswords(target: string, passwords: ReadonlySet<string>): string {
  const [path = '', ...query] = target.split(/(?=[?&#])/)
  const encodings = [...passwords].flatMap((password) => [
    encodeURIComponent(password.toWellFormed()),
    new URLSearchParams({ '': password }).toString().slice(1),
  ])
  const hide = (part: string) => {
    const end = encodings.find((each) => part.endsWith(`=${each}`))
    return end === undefined ? part : `${part.slice(0, -end.length)}{{password}}`
  }
  return [path, ...query.map(hide)].join('')
}
