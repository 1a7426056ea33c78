import { Toast as Base } from '@base-ui/react/toast'
import { Icon } from './icon.tsx'

const manager = Base.createToastManager()

/** Shows a message for a few seconds. */
export const showToast = (text: string): string => manager.add({ title: text, timeout: 6000 })
/** Shows an error for longer than a toast. */
export const showWarning = (text: string): string =>
  manager.add({ title: text, type: 'failure', timeout: 12_000, priority: 'high' })

interface ToastsProps {
  readonly label: string
  readonly closeLabel: string
}

export function Toasts({ label, closeLabel }: ToastsProps) {
  return (
    <Base.Provider toastManager={manager}>
      <Base.Portal>
        <Base.Viewport
          aria-label={label}
          className="fixed right-4 bottom-[calc(var(--bottom-bar)+1rem)] z-60 grid w-[calc(100vw-2rem)] max-w-sm gap-2"
        >
          <List closeLabel={closeLabel} />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  )
}

/** Uses our own close button: that of the library is hidden from screen readers unless the toast has the focus. */
function List({ closeLabel }: Pick<ToastsProps, 'closeLabel'>) {
  const { toasts, close } = Base.useToastManager()
  return toasts.map((toast) => (
    <Base.Root
      key={toast.id}
      toast={toast}
      className="flex items-start gap-3 rounded-md border border-line bg-raised p-3 shadow-lg data-[type=failure]:border-failure"
    >
      {toast.type === 'failure' && (
        <span aria-hidden="true" className="text-failure">
          ▲
        </span>
      )}
      <Base.Title render={<p />} className="grow text-sm" />
      <button
        type="button"
        aria-label={closeLabel}
        onClick={() => close(toast.id)}
        className="rounded-md p-1.5 text-muted hover:bg-sunken"
      >
        <Icon name="close" />
      </button>
    </Base.Root>
  ))
}
