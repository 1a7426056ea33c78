import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

interface ConfirmProps {
  readonly title: string
  /** The consequences, and what cannot be undone. */
  readonly description: ReactNode
  readonly confirm: string
  readonly cancel: string
  readonly closeLabel: string
  readonly busy?: boolean
  readonly isDangerous?: boolean
  readonly onClose: () => void
  readonly onConfirm: () => void
}

/** Asks for confirmation of an action. */
export function Confirm(props: ConfirmProps) {
  const { title, description, confirm, cancel, closeLabel, busy = false, isDangerous = false } = props
  return (
    <Dialog open onClose={props.onClose} title={title} description={description} closeLabel={closeLabel}>
      <div className="flex justify-end gap-2">
        <Button kind="quiet" onClick={props.onClose}>
          {cancel}
        </Button>
        <Button kind={isDangerous ? 'danger' : 'primary'} busy={busy} onClick={props.onConfirm}>
          {confirm}
        </Button>
      </div>
    </Dialog>
  )
}
