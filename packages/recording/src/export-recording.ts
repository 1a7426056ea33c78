import { readOrigin } from './address.ts'
import type { BrowserStep } from './browser-step.ts'
import { createExporter } from './export-actions.ts'
import { collectNotes, type RecordingNote } from './recording-note.ts'
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
  /** JSON for the Recorder. */
  readonly text: string
  /** What the Recorder cannot express, for a person to add. */
  readonly notes: readonly RecordingNote[]
}

/** Converts a browser scenario to a recording that the Chrome DevTools Recorder can open and replay. */
export function exportRecording({ title, address, viewport, steps }: RecordingSource): ExportedRecording {
  const notes = collectNotes()
  const origin = readOrigin(address)
  const exportActions = createExporter(origin, notes)
  const numbered = steps.map((step, index) => ({ ...step, number: index + 1 }))
  const cleanups = numbered.filter(({ cleanup }) => cleanup === true)
  for (const { number } of cleanups) notes.add('cleanup_in_order', { step: number })
  const recorded = [...numbered.filter(({ cleanup }) => cleanup !== true), ...cleanups].flatMap(
    ({ name, cleanup = false, number, actions }) =>
      exportActions(number, actions).map((step, index) => ({
        ...step,
        ...(index === 0 && writeStepMark({ name, cleanup })),
      })),
  )
  const isOpened = recorded[0]?.type === 'navigate'
  if (!isOpened) notes.add('address_opened', { step: 1 })
  const flow = {
    title,
    steps: [
      ...(viewport === null ? [] : [toViewportStep(viewport)]),
      ...(isOpened ? [] : [{ type: 'navigate', url: `${origin}/` }]),
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
