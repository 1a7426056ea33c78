import { type ReactNode, useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { FormChange } from '../../ui/form-change.ts'
import { useI18n } from '../i18n/language.tsx'
import { DiscardChangesDialog } from './discard-changes-dialog.tsx'
import { useUnsavedMark } from './unsaved.ts'

interface GuardedDialogProps {
  readonly title: string
  readonly description?: ReactNode
  readonly onClose: () => void
  /** Whether the entered values are saved, so that the dialog can close without asking. */
  readonly isSaved?: boolean
  /**
   * Gets a handler for the form, which notices changes as they bubble up to it, and one that closes the dialog without
   * asking.
   */
  readonly children: (onChange: () => void, onLeave: () => void) => ReactNode
}

/** A dialog with a form. Escape, the cross and leaving the page ask before they discard what was entered. */
export function GuardedDialog({ title, description, onClose, isSaved = false, children }: GuardedDialogProps) {
  const { t } = useI18n()
  const [isTouched, setTouched] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const onChange = () => setTouched(true)
  const isUnsaved = isTouched && !isSaved
  const endGuard = useUnsavedMark(isUnsaved)
  // Closing can be a navigation, which must not ask once more.
  const leave = () => {
    endGuard()
    onClose()
  }
  return (
    <Dialog
      open
      isForm
      onClose={() => (isUnsaved ? setAsking(true) : onClose())}
      title={title}
      description={description}
      closeLabel={t('common.close')}
    >
      <FormChange value={onChange}>{children(onChange, leave)}</FormChange>
      {isAsking && <DiscardChangesDialog onStay={() => setAsking(false)} onLeave={leave} />}
    </Dialog>
  )
}
