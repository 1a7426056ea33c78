import { Button } from '../../../ui/button.tsx'
import { Icon, type IconName } from '../../../ui/icon.tsx'

export interface ListButton {
  /** Identifies the button, so that the focus can be moved to it. */
  readonly id: string
  readonly icon: IconName
  readonly label: string
  readonly disabled?: boolean
  readonly onClick: () => void
}

/** Small buttons at the end of a row, each an icon with a name. */
export function ListButtons({ buttons }: { readonly buttons: readonly ListButton[] }) {
  return (
    <div className="flex self-start">
      {buttons.map(({ id, icon, label, disabled = false, onClick }) => (
        <Button
          key={id}
          kind="quiet"
          size="small"
          data-button={id}
          disabled={disabled}
          aria-label={label}
          title={label}
          onClick={onClick}
          className="text-muted"
        >
          <Icon name={icon} />
        </Button>
      ))}
    </div>
  )
}
