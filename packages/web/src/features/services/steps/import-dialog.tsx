import { useState } from 'react'
import { useI18n } from '../../../app/i18n/language.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import type { RecordingImport, WindowSize } from './recording.ts'
import { useStepTranslate } from './use-step-texts.ts'

/** The current values of the form that a recording can change besides the steps. */
export interface ScenarioTarget {
  readonly address: string
  readonly device: string
  readonly viewport: WindowSize | null
}

/** Which values of a recording are imported besides its steps. */
export interface ImportChoice {
  readonly importsAddress: boolean
  readonly importsWindow: boolean
}

interface ImportDialogProps {
  readonly recording: RecordingImport
  readonly target: ScenarioTarget
  /** The steps that would be replaced. */
  readonly stepCount: number
  /** Returns the name of a device. */
  readonly deviceText: (device: string) => string
  readonly onApply: (choice: ImportChoice) => void
  readonly onClose: () => void
}

/** Asks before a recording replaces the steps, and says what to check. */
export function ImportDialog({ recording, target, stepCount, deviceText, onApply, onClose }: ImportDialogProps) {
  const { t: common } = useI18n()
  const t = useStepTranslate()
  const { title, steps, notes, address, viewport, device } = recording
  const isOtherAddress = toOrigin(address) !== toOrigin(target.address)
  const isOtherWindow =
    device !== target.device || (viewport !== null && JSON.stringify(viewport) !== JSON.stringify(target.viewport))
  const [importsAddress, setImportsAddress] = useState(isOtherAddress)
  const [importsWindow, setImportsWindow] = useState(isOtherWindow)
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('import.title', { title })}
      description={[
        t('import.steps', { count: steps.length }),
        ...(stepCount > 0 ? [t('import.replaces', { count: stepCount })] : []),
        t('import.unsaved'),
      ].join(' ')}
      closeLabel={common('common.close')}
    >
      <div className="grid gap-4">
        {(isOtherAddress || isOtherWindow) && (
          <div className="grid gap-1">
            {isOtherAddress && (
              <Option checked={importsAddress} onChange={setImportsAddress}>
                {t('import.address', { address, current: target.address })}
              </Option>
            )}
            {isOtherWindow && (
              <Option checked={importsWindow} onChange={setImportsWindow}>
                {viewport === null
                  ? t('import.device', { device: deviceText(device) })
                  : t('import.window', { ...viewport, device: deviceText(device) })}
              </Option>
            )}
          </div>
        )}
        {notes.length > 0 && <NoteList title={t('import.notes')} notes={notes} />}
        <div className="flex justify-end gap-2">
          <Button kind="quiet" onClick={onClose}>
            {common('common.cancel')}
          </Button>
          <Button kind="primary" onClick={() => onApply({ importsAddress, importsWindow })}>
            {t(stepCount > 0 ? 'import.replace' : 'import.apply')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

interface OptionProps {
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly children: string
}

function Option({ checked, onChange, children }: OptionProps) {
  return (
    <label className="flex min-h-8 items-center gap-2">
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="size-4.5 shrink-0 accent-accent"
      />
      {children}
    </label>
  )
}

/** Sentences about what a recording or a scenario lacks. */
export function NoteList({ title, notes }: { readonly title: string; readonly notes: readonly string[] }) {
  return (
    <div className="grid gap-1">
      <p className="text-sm font-medium">{title}</p>
      <ul className="list-disc pl-5 text-sm">
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </div>
  )
}

/** The address of a service can be a bare host; then it is reached by HTTPS. */
function toOrigin(address: string): string {
  return URL.parse(/^https?:\/\//i.test(address) ? address : `https://${address}`)?.origin ?? address
}
