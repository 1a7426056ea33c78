import { useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useStepTranslate } from './use-step-texts.ts'

interface RecordingToolsProps {
  /** Null where nothing may be changed. */
  readonly onFile: ((file: File) => void) | null
  /** Null without steps that can be exported. */
  readonly onExport: (() => void) | null
}

/** Buttons to import a recording from a file, and to export the steps as one. */
export function RecordingTools({ onFile, onExport }: RecordingToolsProps) {
  const t = useStepTranslate()
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="flex flex-wrap gap-2">
      {onFile && (
        <>
          <Button size="small" onClick={() => input.current?.click()}>
            <Icon name="upload" />
            {t('importRecording')}
          </Button>
          <input
            ref={input}
            type="file"
            hidden
            accept=".json,application/json"
            onChange={({ target }) => {
              const [file] = target.files ?? []
              if (file) onFile(file)
              // The same file can be chosen again.
              target.value = ''
            }}
          />
        </>
      )}
      <Button size="small" disabled={onExport === null} onClick={() => onExport?.()}>
        <Icon name="download" />
        {t('exportRecording')}
      </Button>
    </div>
  )
}
