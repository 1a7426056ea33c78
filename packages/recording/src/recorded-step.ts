import { RecordingError } from './recording-error.ts'

/** Longer than any recording; a longer file was chosen by mistake. */
const maxFileLength = 4 * 1024 * 1024
const maxRecordedSteps = 10_000

/** A step in the form that the Recorder wrote. */
export interface RecordedStep {
  /** Counted from 1, as the Recorder shows it. */
  readonly number: number
  readonly type: string
  readonly fields: Readonly<Record<string, unknown>>
}

/** A recording in the form that the Recorder wrote. */
interface RecordedFlow {
  readonly title: string
  /** The attribute by which the recording prefers to identify elements. */
  readonly selectorAttribute: string | null
  readonly steps: readonly RecordedStep[]
}

/** Alternative selectors of one element. The parts of each lead through shadow roots to the element. */
export type RecordedSelectors = readonly (readonly string[])[]

export function readFlow(text: string): RecordedFlow {
  if (text.length > maxFileLength) throw new RecordingError('too_large')
  const flow = parseJson(text)
  if (!isJsonObject(flow) || !Array.isArray(flow['steps'])) throw new RecordingError('not_a_recording')
  if (flow['steps'].length > maxRecordedSteps) throw new RecordingError('too_many_steps')
  const { title, selectorAttribute } = flow
  return {
    title: typeof title === 'string' ? title : '',
    selectorAttribute: typeof selectorAttribute === 'string' ? selectorAttribute : null,
    steps: flow['steps'].map((fields: unknown, index) => {
      const type = isJsonObject(fields) ? fields['type'] : undefined
      if (!isJsonObject(fields) || typeof type !== 'string') throw new RecordingError('not_a_recording')
      return { number: index + 1, type, fields }
    }),
  }
}

export function readTextField(step: RecordedStep, name: string): string {
  const value = step.fields[name]
  if (typeof value !== 'string') throw new RecordingError('invalid_step', step)
  return value
}

export function readNumberField(step: RecordedStep, name: string): number {
  const value = step.fields[name]
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new RecordingError('invalid_step', step)
  return value
}

export function readSelectors(step: RecordedStep): RecordedSelectors {
  const { selectors } = step.fields
  if (!Array.isArray(selectors)) throw new RecordingError('invalid_step', step)
  return selectors.map((each: unknown) => {
    const chain: unknown = typeof each === 'string' ? [each] : each
    if (!Array.isArray(chain) || !chain.every((part) => typeof part === 'string'))
      throw new RecordingError('invalid_step', step)
    return chain
  })
}

/**
 * Returns the path through the frames of the page, each as its position in the document that contains it; empty for the
 * page itself.
 */
export function readFramePath(step: RecordedStep): readonly number[] {
  const { frame } = step.fields
  if (frame === undefined || frame === null) return []
  if (!Array.isArray(frame) || !frame.every((index) => Number.isInteger(index) && index >= 0))
    throw new RecordingError('invalid_step', step)
  return frame
}

/**
 * Returns the addresses that the step leads to: null for an address that the Recorder does not know, an empty list if
 * it leads nowhere.
 */
export function readNavigations(step: RecordedStep): readonly (string | null)[] {
  const { assertedEvents } = step.fields
  if (!Array.isArray(assertedEvents)) return []
  return assertedEvents
    .filter((event: unknown) => isJsonObject(event) && event['type'] === 'navigation')
    .map(({ url }) => (typeof url === 'string' && url !== '' ? url : null))
}

export const isJsonObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parseJson(text: string): unknown {
  try {
    // Editors on Windows add a byte order mark.
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    throw new RecordingError('not_json')
  }
}
