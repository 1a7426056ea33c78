/** Changes and omissions of an import. */
type ImportNoteKind =
  | 'step_left_out'
  | 'key_left_out'
  | 'modifier_left_out'
  | 'command_key_replaced'
  | 'condition_left_out'
  | 'expectation_left_out'
  /** Replaced by the variable {{password}}. */
  | 'password_dropped'
  /** Replaced by the variable {{one_time_code}}. */
  | 'one_time_code_dropped'
  /** The user name and password in an address. */
  | 'login_dropped'
  | 'frame_by_position'
  | 'viewport_changed'

/** Omissions of an export, and differences in the replay. */
type ExportNoteKind =
  | 'action_left_out'
  | 'selector_left_out'
  /** The action that fills in a one-time code, which the Recorder cannot compute. */
  | 'one_time_code_left_out'
  /** Variables such as {{password}} are text in the recording; a person has to replace them. */
  | 'variables_kept'
  /** A cleanup step is replayed last, but unlike in a check not after a failure. */
  | 'cleanup_in_order'
  /** The replay first opens the address of the service, because the scenario does not begin with a page. */
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

/** Collects notes. Notes of the same kind and detail are merged into one with all their steps. */
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
