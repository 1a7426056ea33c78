import { parseWebAddress } from './address.ts'
import { type BrowserStep, maxNameLength, maxScenarioSteps } from './browser-step.ts'
import { convertStep } from './convert-step.ts'
import { listIdentities, readElement } from './element.ts'
import { splitIntoSteps } from './group-steps.ts'
import { createKeyboard } from './held-keys.ts'
import { toOneLine } from './one-line.ts'
import { type RecordedStep, readFlow, readNumberField, readSelectors, readTextField } from './recorded-step.ts'
import { RecordingError } from './recording-error.ts'
import { createNoteCollector, type NoteCollector, type RecordingNote } from './recording-note.ts'
import { isNamedLikePassword } from './secret-field.ts'
import { shortenText } from './shorten-text.ts'
import { readStepMark } from './step-mark.ts'
import { fitViewport, isPhoneWidth, type Viewport } from './viewport.ts'

export interface ImportedRecording {
  readonly title: string
  /** The origin of the first page, such as `https://shop.example.com`. */
  readonly address: string
  readonly viewport: Viewport | null
  readonly device: 'desktop' | 'phone'
  readonly steps: readonly BrowserStep[]
  /** Steps that were changed or left out, for a person to check. */
  readonly notes: readonly RecordingNote[]
}

/**
 * Converts a recording of the Chrome DevTools Recorder (its JSON) to the steps of a browser scenario. Throws a
 * `RecordingError` if that is not possible.
 */
export function importRecording(text: string): ImportedRecording {
  const flow = readFlow(text)
  const notes = createNoteCollector()
  const address = findOrigin(flow.steps)
  const isWachtaExport = flow.steps.some((step) => readStepMark(step) !== undefined)
  const changes = flow.steps.filter(({ type }) => type === 'change')
  const context = {
    origin: address,
    notes,
    keyboard: createKeyboard({ notes, isWachtaExport }),
    isWachtaExport,
    fields: new Set(changes.flatMap((step) => listIdentities(readElement(readSelectors(step))))),
    passwords: collectPasswords(changes),
    testAttribute: flow.selectorAttribute,
  }
  const converted = flow.steps.map((recorded) => ({ recorded, actions: convertStep(recorded, context) }))
  context.keyboard.releaseAll()
  const steps = splitIntoSteps(converted, isWachtaExport)
  if (steps[0]?.actions[0]?.open === undefined) throw new RecordingError('no_navigation')
  if (steps.length > maxScenarioSteps) throw new RecordingError('too_many_steps')
  return {
    title: readTitle(flow.title, address),
    address,
    ...readScreen(flow.steps, notes),
    steps,
    notes: notes.list(),
  }
}

function findOrigin(steps: readonly RecordedStep[]): string {
  for (const step of steps) {
    if (step.type !== 'navigate') continue
    const url = parseWebAddress(readTextField(step, 'url'))
    if (url !== undefined) return url.origin
  }
  throw new RecordingError('no_navigation')
}

const collectPasswords = (changes: readonly RecordedStep[]): ReadonlySet<string> =>
  new Set(
    changes
      .filter((step) => isNamedLikePassword(readElement(readSelectors(step))))
      .map((step) => readTextField(step, 'value'))
      .filter((value) => value !== '' && !value.startsWith('{{')),
  )

/** Returns the first viewport of the recording, because the window of a scenario keeps its size. */
function readScreen(
  steps: readonly RecordedStep[],
  notes: NoteCollector,
): Pick<ImportedRecording, 'viewport' | 'device'> {
  const [first, ...others] = steps.filter(({ type }) => type === 'setViewport')
  if (first === undefined) return { viewport: null, device: 'desktop' }
  const recorded = readViewport(first)
  const viewport = fitViewport(recorded)
  if (!isSameViewport(viewport, recorded)) notes.add('viewport_changed', { step: first.number })
  for (const other of others)
    if (!isSameViewport(readViewport(other), recorded))
      notes.add('step_left_out', { step: other.number, detail: other.type })
  const isPhone = first.fields['isMobile'] === true || isPhoneWidth(recorded.width)
  return { viewport, device: isPhone ? 'phone' : 'desktop' }
}

const readViewport = (step: RecordedStep): Viewport => ({
  width: readNumberField(step, 'width'),
  height: readNumberField(step, 'height'),
})

const isSameViewport = (one: Viewport, other: Viewport): boolean =>
  one.width === other.width && one.height === other.height

function readTitle(title: string, address: string): string {
  const line = toOneLine(title).trim()
  return line === '' ? new URL(address).host : shortenText(line, maxNameLength)
}
