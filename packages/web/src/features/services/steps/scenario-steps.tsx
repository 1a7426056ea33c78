import type { ExtendedSettingFormat } from '@wachta/client'
import { useState } from 'react'
import type { FieldErrors } from '../../../app/forms/field-errors.ts'
import { useI18n } from '../../../app/i18n/language.tsx'
import { Button } from '../../../ui/button.tsx'
import { saveFile } from '../../../ui/csv.ts'
import { FormField } from '../../../ui/field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { type ImportChoice, ImportDialog, NoteList, type ScenarioTarget } from './import-dialog.tsx'
import { type RecordingImport, readRecording, writeRecording } from './recording.ts'
import { RecordingTools } from './recording-tools.tsx'
import { parseSteps, type StepsKind, writeSteps } from './step-model.ts'
import { listStepErrors } from './step-problems.ts'
import { StepsEditor } from './steps-editor.tsx'
import { useFileDrop } from './use-file-drop.ts'
import { useStepTranslate } from './use-step-texts.ts'
import type { GivenVariable } from './variables.ts'

/** The form around the steps. */
export interface ScenarioForm extends ScenarioTarget {
  /** The name of the service. */
  readonly title: string
  readonly deviceText: (device: string) => string
  /** Applies the other values of a recording to the service. */
  readonly onImport: (recording: RecordingImport, choice: ImportChoice) => void
}

interface ScenarioStepsProps {
  readonly format: ExtendedSettingFormat
  readonly kind: StepsKind
  readonly draft: string
  readonly onChange: (draft: string) => void
  readonly given: readonly GivenVariable[]
  readonly form: ScenarioForm
  /** The errors of the whole form. */
  readonly fieldErrors: FieldErrors
  /** The errors of this setting, shown below the field. */
  readonly messages: readonly string[]
  readonly isReadOnly: boolean
}

/** The setting of a scenario that holds its steps. Steps of a browser scenario can come from a recording. */
export function ScenarioSteps(props: ScenarioStepsProps) {
  const { format, kind, draft, onChange, given, fieldErrors, messages, isReadOnly } = props
  const t = useStepTranslate()
  const recordings = useRecordings(props)
  const { root, isOver } = useFileDrop<HTMLDivElement>(recordings.onFile)
  return (
    <div ref={root} className={isOver ? 'rounded-md outline-2 outline-offset-4 outline-accent outline-dashed' : ''}>
      <FormField label={format.name} fieldErrors={messages}>
        {(fieldIds) => (
          <StepsEditor
            // Remounts after an import, because the number of steps decides whether they are open at first.
            key={recordings.importCount}
            name={format.name}
            kind={kind}
            draft={draft}
            onChange={onChange}
            maxCount={format.maximum ?? 1}
            given={given}
            fieldErrors={listStepErrors(fieldErrors, format.key)}
            fieldIds={fieldIds}
            disabled={isReadOnly}
            tools={kind === 'browser_steps' && <RecordingTools {...recordings} />}
            note={isOver ? <p className="font-medium text-accent">{t('dropHere')}</p> : recordings.note}
          />
        )}
      </FormField>
      {recordings.dialog}
    </div>
  )
}

/** How the last import or export ended. */
interface Outcome {
  readonly kind: 'import' | 'export' | 'refused'
  readonly text: string
  readonly notes: readonly string[]
}

function useRecordings({ kind, draft, onChange, form, isReadOnly }: ScenarioStepsProps) {
  const { language } = useI18n()
  const t = useStepTranslate()
  const [pendingRecording, setPendingRecording] = useState<RecordingImport | null>(null)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [importCount, setImportCount] = useState(0)
  const steps = parseSteps(draft, kind) ?? []
  const reject = (reason: string) => setOutcome({ kind: 'refused', text: t('import.refused', { reason }), notes: [] })
  const importFile = async (file: File) => {
    setOutcome(null)
    const text = await file.text().catch(() => null)
    if (text === null) return reject(t('import.unreadable'))
    const result = readRecording(text, language)
    if ('reason' in result) reject(result.reason)
    else setPendingRecording(result.recording)
  }
  const applyRecording = (recording: RecordingImport, choice: ImportChoice) => {
    onChange(writeSteps(recording.steps))
    form.onImport(recording, choice)
    setPendingRecording(null)
    setImportCount(importCount + 1)
    setOutcome({ kind: 'import', text: t('import.done', { title: recording.title }), notes: recording.notes })
  }
  const exportSteps = () => {
    const { text, notes } = writeRecording({ ...form, steps }, language)
    const file = `${form.title.replaceAll(/[^\p{L}\p{N}]+/gu, '-')}.json`
    saveFile(file, 'application/json', text)
    setOutcome({ kind: 'export', text: t('export.done', { file }), notes })
  }
  return {
    importCount,
    onFile: kind === 'browser_steps' && !isReadOnly ? (file: File) => void importFile(file) : null,
    onExport: steps.length > 0 ? exportSteps : null,
    note: outcome && <OutcomeNote outcome={outcome} onDismiss={() => setOutcome(null)} />,
    dialog: pendingRecording && (
      <ImportDialog
        recording={pendingRecording}
        target={form}
        stepCount={steps.length}
        deviceText={form.deviceText}
        onApply={(choice) => applyRecording(pendingRecording, choice)}
        onClose={() => setPendingRecording(null)}
      />
    ),
  }
}

function OutcomeNote({ outcome, onDismiss }: { readonly outcome: Outcome; readonly onDismiss: () => void }) {
  const t = useStepTranslate()
  const { kind, text, notes } = outcome
  const isRefused = kind === 'refused'
  return (
    <div
      role={isRefused ? 'alert' : 'status'}
      className={`flex items-start justify-between gap-4 rounded-md border p-3 ${isRefused ? 'border-failure bg-failure-soft' : 'border-line bg-surface'}`}
    >
      <div className="grid min-w-0 gap-2">
        <p className={isRefused ? 'text-failure' : ''}>
          {isRefused && <span aria-hidden="true">▲ </span>}
          {text}
        </p>
        {notes.length > 0 && <NoteList title={t(kind === 'export' ? 'export.notes' : 'import.notes')} notes={notes} />}
      </div>
      <Button kind="quiet" size="small" aria-label={t('notes.dismiss')} onClick={onDismiss} className="text-muted">
        <Icon name="close" />
      </Button>
    </div>
  )
}
