import { Dialog as Base } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

interface DialogProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: string
  readonly description?: ReactNode
  readonly closeLabel: string
  readonly children: ReactNode
  readonly wide?: boolean
  /** The dialog contains a form: a click outside must not close it and lose the input. */
  readonly isForm?: boolean
}

/** A modal dialog. Escape closes it, a click outside only if it is no form, and the focus returns to where it was. */
export function Dialog({
  open,
  onClose,
  title,
  description,
  closeLabel,
  children,
  wide = false,
  isForm = false,
}: DialogProps) {
  return (
    <Base.Root open={open} disablePointerDismissal={isForm} onOpenChange={(next) => (next ? undefined : onClose())}>
      <Base.Portal>
        <Base.Backdrop className="dialog-backdrop" />
        <Base.Popup
          className={`fixed top-[8vh] left-1/2 z-50 max-h-[84vh] w-[calc(100vw-2rem)] -translate-x-1/2 scroll-pb-20 overflow-auto rounded-md border border-line bg-raised p-5 shadow-lg ${wide ? 'max-w-4xl' : 'max-w-lg'}`}
        >
          <div className="mb-3 flex items-start justify-between gap-4">
            <Base.Title className="text-lg font-semibold">{title}</Base.Title>
            <Base.Close aria-label={closeLabel} className="rounded-md p-1.5 text-muted hover:bg-sunken">
              <Icon name="close" />
            </Base.Close>
          </div>
          {description && <Base.Description className="mb-4 text-muted">{description}</Base.Description>}
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
