/** Changes and omissions of an import. */
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

/** Omissions of an export, and differences in the replay. */
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
  /**
   * The numbers of the steps, counted from 1: steps of the recording for an import, steps of the scenario for an
   * export.
   */
  readonly steps: readonly number[]
  /** The type of the step or the kind of the action that was left out. */
  readonly detail: string | null
}

interface NotedStep {
  readonly step: number
  readonly detail?: string
}

/** Collects notes. Notes of the same kind are merged, with all their steps. */
export function createNoteCollector() {
  const notesByKey = new Map<string, { kind: RecordingNoteKind; steps: Set<number>; detail: string | null }>()
  return {
    add(kind: RecordingNoteKind, { step, detail }: NotedStep): void {
      const key = `${kind} ${detail ?? ''}`
      const note = notesByKey.get(key) ?? { kind, steps: new Set(), detail: detail ?? null }
      note.steps.add(step)
      notesByKey.set(key, note)
    },
    list: (): readonly RecordingNote[] =>
      [...notesByKey.values()].map(({ kind, steps, detail }) => ({
        kind,
        steps: [...steps].sort((one, other) => one - other),
        detail,
      })),
  }
}

export type NoteCollector = ReturnType<typeof createNoteCollector>
