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
import { interpretWait } from './wait-for-element.ts'

export interface ConversionContext {
  readonly origin: string
  readonly notes: NoteCollector
  readonly keyboard: ReturnType<typeof createKeyboard>
  /** The selectors of all fields that were filled in during the recording. */
  readonly fields: ReadonlySet<string>
  readonly passwords: ReadonlySet<string>
  readonly testAttribute: string | null
  readonly isWachtaExport: boolean
}

/** The addresses of start pages, as shown in a new tab. */
const startPagePattern = /^(?:about|chrome|edge|brave|opera|vivaldi):/i
/** The prefix of the file path that the browser shows to the page for an upload. */
const uploadPathPrefix = 'C:\\fakepath\\'
const variablePattern = /^\{\{\s*[a-z][a-z0-9_]*\s*\}\}$/

/** Returns the actions of a scenario for a recorded step; may be empty. */
export function convertStep(step: RecordedStep, context: ConversionContext): readonly BrowserAction[] {
  const actions = convertAction(step, context)
  return [...actions, ...convertExpectedAddresses(step, context)]
}

function convertAction(step: RecordedStep, context: ConversionContext): readonly BrowserAction[] {
  const { notes, keyboard } = context
  switch (step.type) {
    case 'navigate':
      return convertNavigation(step, context)
    case 'click':
      return [{ click: toClickSelector(step, context) }]
    case 'doubleClick':
      return [{ double_click: toClickSelector(step, context) }]
    case 'hover':
      return [{ hover: toElementSelector(step, context) }]
    case 'change':
      return [{ fill: convertChange(step, context) }]
    case 'waitForElement':
      return convertWait(step, context)
    case 'keyDown':
      requireMainTarget(step)
      return keyboard.down(step)
    case 'keyUp':
      keyboard.up(step)
      return []
    case 'setViewport':
      // The first viewport becomes a setting of the service.
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

function convertNavigation(
  step: RecordedStep,
  { origin, passwords, notes }: ConversionContext,
): readonly BrowserAction[] {
  requireMainTarget(step)
  const text = readTextField(step, 'url')
  if (startPagePattern.test(text)) {
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

function toClickSelector(step: RecordedStep, context: ConversionContext): string {
  const { button } = step.fields
  if (button !== undefined && button !== 'primary') throw new RecordingError('unsupported_button', step)
  if (context.keyboard.isHeld()) context.notes.add('modifier_left_out', { step: step.number })
  return toElementSelector(step, context)
}

function convertChange(step: RecordedStep, context: ConversionContext): { selector: string; value: string } {
  const selector = toElementSelector(step, context)
  const value = readTextField(step, 'value')
  const element = readElement(readSelectors(step))
  // Modifiers that were held during typing are part of the typed text.
  context.keyboard.use()
  if (variablePattern.test(value)) return { selector, value }
  if (value.startsWith(uploadPathPrefix)) throw new RecordingError('file_upload', step)
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

function convertWait(step: RecordedStep, context: ConversionContext): readonly BrowserAction[] {
  const { presence, isExact } = interpretWait(step)
  if (!isExact) context.notes.add('condition_left_out', { step: step.number })
  if (presence === 'unknown') return []
  const selector = toElementSelector(step, context)
  return [presence === 'present' ? { wait_for: selector } : { wait_for_gone: selector }]
}

function toElementSelector(step: RecordedStep, context: ConversionContext): string {
  requireMainTarget(step)
  const element = readElement(readSelectors(step))
  const frame = readFramePath(step)
  const selector = chooseSelector(element, {
    isField:
      step.type === 'change' || isFieldTag(element) || listIdentities(element).some((each) => context.fields.has(each)),
    frames: frame.map(writeFrameSelector),
    passwords: context.passwords,
    testAttribute: context.testAttribute,
    isWachtaExport: context.isWachtaExport,
  })
  if (selector === undefined) throw new RecordingError('no_selector', step)
  if (frame.length > 0) context.notes.add('frame_by_position', { step: step.number })
  return selector
}

function convertExpectedAddresses(step: RecordedStep, { notes }: ConversionContext): readonly BrowserAction[] {
  return readNavigations(step).flatMap((url) => {
    if (url === null || startPagePattern.test(url)) return []
    const expression = writeAddressExpression(url)
    if (expression === undefined) notes.add('expectation_left_out', { step: step.number })
    return expression === undefined ? [] : [{ expect_url: expression }]
  })
}

/**
 * Rejects other targets: windows, which scenarios block, and frames of other sites, which could be identified only by
 * their address.
 */
function requireMainTarget(step: RecordedStep): void {
  const { target } = step.fields
  if (target !== undefined && target !== null && target !== 'main') throw new RecordingError('other_target', step)
}

/** Replaces passwords in the query, which contains them after a form was sent with GET. */
function hidePasswords(target: string, passwords: ReadonlySet<string>): string {
  const [path = '', ...query] = target.split(/(?=[?&#])/)
  const encodings = [...passwords].flatMap((password) => [
    encodeURIComponent(password.toWellFormed()),
    new URLSearchParams({ '': password }).toString().slice(1),
  ])
  const hide = (part: string) => {
    const encoded = encodings.find((each) => part.endsWith(`=${each}`))
    return encoded === undefined ? part : `${part.slice(0, -encoded.length)}{{password}}`
  }
  return [path, ...query.map(hide)].join('')
}
