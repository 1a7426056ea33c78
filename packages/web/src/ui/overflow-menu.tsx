import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { buttonClass } from './button.tsx'
import { Icon } from './icon.tsx'

interface OverflowMenuProps {
  /** The accessible name of the button, such as "More actions". */
  readonly label: string
  readonly items: readonly {
    readonly label: string
    /** Called with the form that contains the menu, if any. */
    readonly onSelect: (form: HTMLFormElement | null) => void
  }[]
}

/** A button that opens a short menu, for actions that few people need. It opens upwards, because it is below a form. */
export function OverflowMenu({ label, items }: OverflowMenuProps) {
  const [isOpen, setOpen] = useState(false)
  const [isAtRight, setAtRight] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const id = useId()
  useEffect(() => {
    if (!isOpen) return
    focusItem(list.current, 0)
    const closeOutside = ({ target }: PointerEvent) => root.current?.contains(target as Node) || setOpen(false)
    window.addEventListener('pointerdown', closeOutside)
    return () => window.removeEventListener('pointerdown', closeOutside)
  }, [isOpen])
  const close = () => {
    setOpen(false)
    root.current?.querySelector('button')?.focus()
  }
  const move = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      // The dialog around it stays open.
      event.stopPropagation()
      close()
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    focusItem(list.current, step, document.activeElement)
  }
  return (
    <div ref={root} className="relative">
      <button
        type="button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-label={label}
        title={label}
        onClick={({ currentTarget }) => {
          setAtRight(currentTarget.getBoundingClientRect().left > window.innerWidth / 2)
          setOpen(!isOpen)
        }}
        className={buttonClass('quiet', 'small')}
      >
        <Icon name="more" className="[stroke-width:2.5]" />
      </button>
      {isOpen && (
        <div
          ref={list}
          id={id}
          role="menu"
          tabIndex={-1}
          aria-label={label}
          onKeyDown={move}
          onBlur={({ relatedTarget }) => root.current?.contains(relatedTarget) || setOpen(false)}
          className={`absolute bottom-full z-50 mb-1 grid min-w-44 rounded-md border border-line bg-raised p-1 shadow-lg ${isAtRight ? 'right-0' : 'left-0'}`}
        >
          {items.map((item) => (
            <button
              key={item.label}
              type="button"
              role="menuitem"
              tabIndex={-1}
              onClick={({ currentTarget: { form } }) => {
                close()
                item.onSelect(form)
              }}
              className="min-h-9 rounded-md px-2.5 text-left text-sm whitespace-nowrap hover:bg-sunken focus-visible:bg-sunken"
            >
              {item.label}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}

/** Moves the focus among the items of a menu, from the last one back to the first. */
function focusItem(menu: HTMLElement | null, step: number, from: Element | null = null): void {
  const items = [...(menu?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]
  const currentIndex = from === null ? -1 : items.findIndex((each) => each.isSameNode(from))
  items[(Math.max(currentIndex, 0) + step + items.length) % items.length]?.focus()
}
