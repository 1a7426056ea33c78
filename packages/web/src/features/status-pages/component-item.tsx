import { useId } from 'react'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { Icon } from '../../ui/icon.tsx'
import { ItemButtons } from '../../ui/item-buttons.tsx'
import { ComponentFields } from './component-fields.tsx'
import type { ComponentValues } from './page-values.ts'
import { statusPageTexts } from './texts.ts'

interface ComponentItemProps {
  readonly component: ComponentValues
  readonly name: string
  /** The source of its status: a service, a group, or a status set by hand. */
  readonly sourceName: string
  readonly isOpen: boolean
  readonly isDragged: boolean
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly isReadOnly: boolean
  readonly fieldErrors: ReadonlyMap<string, readonly string[]>
  readonly sections: readonly string[]
  readonly onToggle: () => void
  readonly onChange: (change: Partial<ComponentValues>) => void
  readonly onMove: (offset: 1 | -1, button: string) => void
  readonly onRemove: () => void
  readonly onDrag: (isDragging: boolean) => void
  readonly onDragOver: () => void
}

/** One component of a page: its name and source, the buttons that move and remove it, and its fields while it is open. */
export function ComponentItem(props: ComponentItemProps) {
  const { component, name, sourceName, isOpen, isDragged, isReadOnly, onToggle, onDrag, onDragOver } = props
  const texts = useTexts(statusPageTexts)
  const id = useId()
  const isMovable = !isReadOnly && !isOpen
  return (
    <li
      data-component={component.key}
      draggable={isMovable}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', name)
        onDrag(true)
      }}
      onDragOver={(event) => {
        event.preventDefault()
        onDragOver()
      }}
      onDrop={(event) => event.preventDefault()}
      onDragEnd={() => onDrag(false)}
      className={`border-b border-line last:border-b-0 ${isDragged ? 'bg-accent-soft' : ''} ${isMovable ? 'cursor-grab' : ''}`}
    >
      <div className="flex items-center gap-2 px-2 py-1">
        <button
          type="button"
          data-button="toggle"
          aria-expanded={isOpen}
          aria-controls={`${id}-fields`}
          disabled={isReadOnly}
          onClick={onToggle}
          className="flex min-h-(--control) min-w-0 grow items-center gap-2 rounded-md text-left"
        >
          {!isReadOnly && <Icon name={isOpen ? 'down' : 'right'} className="text-muted" />}
          <span className="min-w-0 truncate">
            {name}
            <span className="text-sm text-muted max-sm:hidden">
              {component.section.trim() && ` · ${component.section}`} · {sourceName}
            </span>
          </span>
        </button>
        {!isReadOnly && (
          <ItemButtons
            labels={{
              up: texts('moveUp', { name }),
              down: texts('moveDown', { name }),
              remove: texts('remove', { name }),
            }}
            isFirst={props.isFirst}
            isLast={props.isLast}
            onMove={props.onMove}
            onRemove={props.onRemove}
          />
        )}
      </div>
      {isOpen && (
        <fieldset id={`${id}-fields`} aria-label={name} className="border-t border-line bg-paper px-4 py-4">
          <ComponentFields
            values={component}
            onChange={props.onChange}
            fieldErrors={props.fieldErrors}
            sections={props.sections}
          />
        </fieldset>
      )}
    </li>
  )
}
