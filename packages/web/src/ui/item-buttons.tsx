import type { KeyboardEvent } from 'react'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

interface ItemButtonsProps {
  /** The accessible names of the buttons. */
  readonly labels: { readonly up: string; readonly down: string; readonly remove: string }
  readonly isFirst: boolean
  readonly isLast: boolean
  /** Gets the button that was used, so that the focus can follow the item. */
  readonly onMove: (offset: 1 | -1, button: string) => void
  readonly onRemove: () => void
}

/** The buttons of an item in a list that the user arranges. On each of them, Alt with an arrow key moves the item too. */
export function ItemButtons({ labels, isFirst, isLast, onMove, onRemove }: ItemButtonsProps) {
  const actions = [
    { icon: 'up', label: labels.up, act: () => onMove(-1, 'up'), isDisabled: isFirst },
    { icon: 'down', label: labels.down, act: () => onMove(1, 'down'), isDisabled: isLast },
    { icon: 'close', label: labels.remove, act: onRemove, isDisabled: false },
  ] as const
  const moveByKey = (event: KeyboardEvent, button: string) => {
    const offset = event.altKey && ({ ArrowUp: -1, ArrowDown: 1 } as const)[event.key as 'ArrowUp' | 'ArrowDown']
    if (!offset) return
    event.preventDefault()
    onMove(offset, button)
  }
  return (
    <span className="flex shrink-0">
      {actions.map(({ icon, label, act, isDisabled }) => (
        <Button
          key={icon}
          kind="quiet"
          size="small"
          aria-label={label}
          title={label}
          data-button={icon}
          disabled={isDisabled}
          onClick={act}
          onKeyDown={(event) => moveByKey(event, icon)}
        >
          <Icon name={icon} />
        </Button>
      ))}
    </span>
  )
}
