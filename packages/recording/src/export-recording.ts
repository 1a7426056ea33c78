import { readOrigin } from './address.ts'
import type { BrowserStep } from './browser-step.ts'
import { createExporter } from './export-actions.ts'
import { createNoteCollector, type RecordingNote } from './recording-note.ts'
import { writeStepMark } from './step-mark.ts'
import { isPhoneWidth, type Viewport } from './viewport.ts'

export interface RecordingSource {
  readonly title: string
  /** The address of the service: with a scheme, or a bare host. */
  readonly address: string
  readonly viewport: Viewport | null
  readonly steps: readonly BrowserStep[]
}

export interface ExportedRecording {
  /** The recording as JSON for the Recorder. */
  readonly text: string
  /** Parts that the Recorder cannot express; a person can add them. */
  readonly notes: readonly RecordingNote[]
}

/** Converts a browser scenario to a recording that the Chrome DevTools Recorder can open and replay. */
export function exportRecording({ title, address, viewport, steps }: RecordingSource): ExportedRecording {
  const notes = createNoteCollector()
  const origin = readOrigin(address)
  const exportActions = createExporter(origin, notes)
  const numberedSteps = steps.map((step, index) => ({ ...step, number: index + 1 }))
  const cleanups = numberedSteps.filter(({ cleanup }) => cleanup === true)
  for (const { number } of cleanups) notes.add('cleanup_in_order', { step: number })
  const recorded = [...numberedSteps.filter(({ cleanup }) => cleanup !== true), ...cleanups].flatMap(
    ({ name, cleanup = false, number, actions }) =>
      exportActions(number, actions).map((step, index) => ({
        ...step,
        ...(index === 0 && writeStepMark({ name, cleanup })),
      })),
  )
  const startsWithNavigation = recorded[0]?.type === 'navigate'
  if (!startsWithNavigation) notes.add('address_opened', { step: 1 })
  const flow = {
    title,
    steps: [
      ...(viewport === null ? [] : [toViewportStep(viewport)]),
      ...(startsWithNavigation ? [] : [{ type: 'navigate', url: `${origin}/` }]),
      ...recorded,
    ],
  }
  return { text: `${JSON.stringify(flow, null, 2)}\n`, notes: notes.list() }
}

const toViewportStep = ({ width, height }: Viewport) => ({
  type: 'setViewport',
  width,
  height,
  deviceScaleFactor: 1,
  isMobile: isPhoneWidth(width),
  hasTouch: isPhoneWidth(width),
  isLandscape: false,
})
