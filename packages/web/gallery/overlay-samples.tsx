import { useState } from 'react'
import { Button } from '../src/ui/button.tsx'
import { Confirm } from '../src/ui/confirm.tsx'
import { Dialog } from '../src/ui/dialog.tsx'
import { SidePanel } from '../src/ui/side-panel.tsx'
import { showToast, showWarning, Toasts } from '../src/ui/toast.tsx'

type OpenedOverlay = 'dialog' | 'confirm' | 'panel' | null

export function OverlaySamples() {
  const [opened, setOpened] = useState<OpenedOverlay>(null)
  const close = () => setOpened(null)
  return (
    <div className="flex flex-wrap gap-2">
      <Button onClick={() => setOpened('dialog')}>Dialog</Button>
      <Button onClick={() => setOpened('confirm')}>Confirmation</Button>
      <Button onClick={() => setOpened('panel')}>Side panel</Button>
      <Button onClick={() => showToast('Saved.')}>Message</Button>
      <Button onClick={() => showWarning('The sensor may be offline.')}>Warning</Button>
      <Dialog open={opened === 'dialog'} onClose={close} title="Add contact" closeLabel="Close">
        <p>Forms of one step open here.</p>
      </Dialog>
      {opened === 'confirm' && (
        <Confirm
          {...{ title: 'Delete “Shop: cart”?', confirm: 'Delete', cancel: 'Cancel', closeLabel: 'Close' }}
          description="Its history is deleted as well."
          isDangerous
          onClose={close}
          onConfirm={close}
        />
      )}
      {opened === 'panel' && (
        <SidePanel title="Warszawa" below="17 Nov 2026, 04:10:00 CET" closeLabel="Close" onClose={close}>
          <p>Details open beside the list.</p>
        </SidePanel>
      )}
      <Toasts label="Messages" closeLabel="Close" />
    </div>
  )
}
