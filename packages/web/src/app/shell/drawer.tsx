import { Dialog as Base } from '@base-ui/react/dialog'
import { Icon } from '../../ui/icon.tsx'
import { useI18n } from '../i18n/language.tsx'
import { Navigation } from './navigation.tsx'
import { SessionPanel } from './session-panel.tsx'
import { Wordmark } from './wordmark.tsx'

interface DrawerProps {
  /** Whether there is nothing to go to. */
  readonly isEmpty: boolean
  readonly open: boolean
  readonly onClose: () => void
}

/** The navigation on narrow screens. */
export function Drawer({ isEmpty, open, onClose }: DrawerProps) {
  const { t } = useI18n()
  return (
    <Base.Root open={open} onOpenChange={(next) => (next ? undefined : onClose())}>
      <Base.Portal>
        <Base.Backdrop className="dialog-backdrop" />
        <Base.Popup className="fixed inset-y-0 left-0 z-50 flex w-72 max-w-[85vw] flex-col gap-4 overflow-hidden border-r border-line bg-surface p-3 shadow-lg">
          <div className="flex items-center justify-between">
            <Wordmark />
            <Base.Close aria-label={t('common.close')} className="rounded-md p-2 text-muted hover:bg-sunken">
              <Icon name="close" />
            </Base.Close>
          </div>
          <Base.Title className="sr-only">{t('nav.label')}</Base.Title>
          {!isEmpty && (
            <div className="scroll-hint min-h-0 grow overflow-y-auto">
              <Navigation onGo={onClose} />
            </div>
          )}
          <SessionPanel />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
