/** What an import changed or left out. */
type ImportNoteKind =
  | 'step_left_out'
  | 'key_left_out'
  | 'modifier_left_out'
  | 'command_key_replaced'
  | 'condition_left_out'
  | 'expectation_left_out'
  | 'password_dropped'
  | 'one_time_code_dropped'
  | 'login_dropped'
  | 'frame_by_position'
  | 'viewport_changed'

/** What an export left out, or what replays differently. */
type ExportNoteKind =
  | 'action_left_out'
  | 'selector_left_out'
  | 'one_time_code_left_out'
  | 'variables_kept'
  | 'cleanup_in_order'
  | 'address_opened'

export type RecordingNoteKind = ImportNoteKind | ExportNoteKind

export interface RecordingNote {
  readonly kind: RecordingNoteKind
  /** Which steps, counted from 1: those of the recording for an import, those of the scenario for an export. */
  readonly steps: readonly number[]
  /** The type of the step or the kind of the action that was left out. */
  readonly detail: string | null
}

interface NotedStep {
  readonly step: number
  readonly detail?: string
}

/** Notes of the same kind become one, with all their steps. */
export function collectNotes() {
  const found = new Map<string, { kind: RecordingNoteKind; steps: Set<number>; detail: string | null }>()
  return {
    add(kind: RecordingNoteKind, { step, detail }: NotedStep): void {
      const key = `${kind} ${detail ?? ''}`
      const note = found.get(key) ?? { kind, steps: new Set(), detail: detail ?? null }
      note.steps.add(step)
      found.set(key, note)
    },
    list: (): readonly RecordingNote[] =>
      [...found.values()].map(({ kind, steps, detail }) => ({
        kind,
        steps: [...steps].sort((one, other) => one - other),
        detail,
      })),
  }
}

export type NoteCollector = ReturnType<typeof collectNotes>
