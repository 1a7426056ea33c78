import {
  type BrowserStep,
  describeRecordingError,
  describeRecordingNote,
  exportRecording,
  importRecording,
  RecordingError,
} from '@wachta/recording'
import type { ScreenLanguage } from '../../../app/i18n/preferences.ts'
import type { Step } from './step-model.ts'

/** The size of the window, in pixels. */
export interface WindowSize {
  readonly width: number
  readonly height: number
}

/** A recording as the steps of a scenario, with sentences about what to check. */
export interface RecordingImport {
  readonly title: string
  readonly address: string
  readonly device: string
  readonly viewport: WindowSize | null
  readonly steps: readonly Step[]
  readonly notes: readonly string[]
}

/** Reads a recording of Chrome DevTools Recorder, or says why it cannot be imported. */
export function readRecording(
  text: string,
  language: ScreenLanguage,
): { readonly recording: RecordingImport } | { readonly reason: string } {
  try {
    const { steps, notes, ...rest } = importRecording(text)
    return {
      recording: {
        ...rest,
        steps: steps.map((step) => ({ ...step })),
        notes: notes.map((note) => describeRecordingNote(note)[language]),
      },
    }
  } catch (error) {
    if (!(error instanceof RecordingError)) throw error
    return { reason: describeRecordingError(error)[language] }
  }
}

interface RecordedScenario {
  readonly title: string
  readonly address: string
  readonly viewport: WindowSize | null
  /** Steps that the editor has parsed. */
  readonly steps: readonly Step[]
}

/** Writes a scenario as a recording, with sentences about what the recording lacks. */
export function writeRecording({ steps, ...rest }: RecordedScenario, language: ScreenLanguage) {
  const { text, notes } = exportRecording({ ...rest, steps: steps as unknown as readonly BrowserStep[] })
  return { text, notes: notes.map((note) => describeRecordingNote(note)[language]) }
}
