import { type ReactNode, useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { useI18n } from '../i18n/language.tsx'
import { useUnsavedMark } from './unsaved.ts'
import { DiscardChangesDialog } from './unsaved-question.tsx'

interface GuardedDialogProps {
  readonly title: string
  readonly description?: ReactNode
  readonly onClose: () => void
  /** Whether the entered values are saved, so that the dialog can close without asking. */
  readonly isSaved?: boolean
  /** Gets a handler for the form, which notices changes as they bubble up to it. */
  readonly children: (onChange: () => void) => ReactNode
}

/** A dialog with a form. Escape, the cross and leaving the page ask before they discard what was entered. */
export function GuardedDialog({ title, description, onClose, isSaved = false, children }: GuardedDialogProps) {
  const { t } = useI18n()
  const [isTouched, setTouched] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const isUnsaved = isTouched && !isSaved
  useUnsavedMark(isUnsaved)
  return (
    <Dialog
      open
      isForm
      onClose={() => (isUnsaved ? setAsking(true) : onClose())}
      title={title}
      description={description}
      closeLabel={t('common.close')}
    >
      {children(() => setTouched(true))}
      {isAsking && <DiscardChangesDialog onStay={() => setAsking(false)} onLeave={onClose} />}
    </Dialog>
  )
}
