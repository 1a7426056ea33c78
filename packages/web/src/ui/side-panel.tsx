import { Dialog as Base } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

interface SidePanelProps {
  readonly title: string
  readonly below?: ReactNode
  readonly closeLabel: string
  /** For pictures and wide tables. */
  readonly isWide?: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A panel with details. Escape and a click outside close it, and the focus returns to where it was. */
export function SidePanel({ title, below, closeLabel, isWide = false, onClose, children }: SidePanelProps) {
  return (
    <Base.Root open onOpenChange={(next) => (next ? undefined : onClose())}>
      <Base.Portal>
        <Base.Backdrop className="dialog-backdrop" />
        <Base.Popup
          className={`fixed inset-y-0 right-0 z-50 w-full overflow-y-auto border-l border-line bg-raised px-4 py-4 shadow-lg sm:px-6 ${isWide ? 'max-w-6xl' : 'max-w-2xl'}`}
        >
          <div className="mb-4 flex items-start justify-between gap-4">
            <div>
              <Base.Title className="text-lg font-semibold">{title}</Base.Title>
              {below && <Base.Description className="text-muted">{below}</Base.Description>}
            </div>
            <Base.Close aria-label={closeLabel} className="rounded-md p-2 text-muted hover:bg-sunken">
              <Icon name="close" />
            </Base.Close>
          </div>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
