import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useState } from 'react'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useGroups } from '../groups/queries.ts'
import { moveEntry } from '../reports/template-values.ts'
import { statusesQuery } from '../services/queries.ts'
import { ComponentFields } from './component-fields.tsx'
import { type ComponentValues, makeComponentValues } from './page-values.ts'
import { statusPageTexts } from './texts.ts'

interface ComponentListProps {
  readonly components: readonly ComponentValues[]
  readonly onChange: (components: readonly ComponentValues[]) => void
  /** The errors of the component that the API rejected. */
  readonly rejected: { readonly key: string; readonly fieldErrors: ReadonlyMap<string, readonly string[]> } | null
  readonly isReadOnly: boolean
}

const noFieldErrors: ReadonlyMap<string, readonly string[]> = new Map()

/** The components of a page in their order. They are moved by buttons, by Alt with the arrow keys, or dragged. */
export function ComponentList({ components, onChange, rejected, isReadOnly }: ComponentListProps) {
  const texts = useTexts(statusPageTexts)
  const getSourceName = useSourceName()
  const [openKey, setOpenKey] = useState<string | null>(null)
  const [dragged, setDragged] = useState<number | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const getName = (each: ComponentValues | undefined) => each?.name.trim() || texts('newComponent')
  const move = (from: number, to: number) => {
    const next = moveEntry(components, from, to)
    if (next === components) return
    onChange(next)
    setAnnouncement(texts('moved', { name: getName(components[from]), place: to + 1, count: components.length }))
  }
  const add = () => {
    const key = `new-${crypto.randomUUID()}`
    onChange([...components, makeComponentValues(key, components.at(-1)?.section ?? '')])
    setOpenKey(key)
  }
  const drop = (index: number) => {
    if (dragged === null || dragged === index) return
    move(dragged, index)
    setDragged(index)
  }
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="mb-1 text-lg font-semibold">{texts('components')}</legend>
      <p className="text-sm text-muted">{texts('componentsText')}</p>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <ol aria-label={texts('components')} className="min-w-0 rounded-md border border-line bg-surface">
        {components.map((component, index) => (
          <ComponentItem
            key={component.key}
            component={component}
            name={getName(component)}
            sourceName={getSourceName(component)}
            isOpen={openKey === component.key || rejected?.key === component.key}
            isDragged={dragged === index}
            isFirst={index === 0}
            isLast={index === components.length - 1}
            isReadOnly={isReadOnly}
            fieldErrors={rejected?.key === component.key ? rejected.fieldErrors : noFieldErrors}
            sections={[...new Set(components.map(({ section }) => section))].filter(Boolean)}
            onToggle={() => setOpenKey(openKey === component.key ? null : component.key)}
            onChange={(change) => onChange(components.with(index, { ...component, ...change }))}
            onMove={(offset) => move(index, index + offset)}
            onRemove={() => onChange(components.toSpliced(index, 1))}
            onDrag={(isDragging) => setDragged(isDragging ? index : null)}
            onDragOver={() => drop(index)}
          />
        ))}
        {components.length === 0 && <li className="px-3 py-2 text-muted">{texts('noComponents')}</li>}
      </ol>
      {!isReadOnly && (
        <div>
          <Button onClick={add}>
            <Icon name="add" />
            {texts('addComponent')}
          </Button>
        </div>
      )}
    </fieldset>
  )
}

/** Returns a function that names what decides the status of a component. */
function useSourceName(): (component: ComponentValues) => string {
  const texts = useTexts(statusPageTexts)
  const { data: services = [] } = useQuery(statusesQuery)
  const groups = useGroups()
  return ({ source, service, group, manualStatus }) => {
    if (source === 'manual') return texts(`status.${manualStatus}`)
    const found = source === 'service' ? services.find(({ id }) => String(id) === service) : groups.get(Number(group))
    return found?.name ?? texts('choose')
  }
}

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
  readonly onMove: (offset: 1 | -1) => void
  readonly onRemove: () => void
  readonly onDrag: (isDragging: boolean) => void
  readonly onDragOver: () => void
}

function ComponentItem(props: ComponentItemProps) {
  const { component, name, sourceName, isOpen, isDragged, isReadOnly, onToggle, onDrag, onDragOver } = props
  const id = useId()
  const isMovable = !isReadOnly && !isOpen
  return (
    <li
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
        {!isReadOnly && <ItemButtons {...props} />}
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

function ItemButtons({ name, isFirst, isLast, onMove, onRemove }: ComponentItemProps) {
  const texts = useTexts(statusPageTexts)
  const actions = [
    { icon: 'up', label: texts('moveUp', { name }), act: () => onMove(-1), isOff: isFirst },
    { icon: 'down', label: texts('moveDown', { name }), act: () => onMove(1), isOff: isLast },
    { icon: 'close', label: texts('remove', { name }), act: onRemove, isOff: false },
  ] as const
  const moveByKey = (event: KeyboardEvent) => {
    const offset = event.altKey && ({ ArrowUp: -1, ArrowDown: 1 } as const)[event.key as 'ArrowUp' | 'ArrowDown']
    if (!offset) return
    event.preventDefault()
    onMove(offset)
  }
  return (
    <span className="flex shrink-0">
      {actions.map(({ icon, label, act, isOff }) => (
        <Button
          key={icon}
          kind="quiet"
          size="small"
          aria-label={label}
          title={label}
          disabled={isOff}
          onClick={act}
          onKeyDown={moveByKey}
        >
          <Icon name={icon} />
        </Button>
      ))}
    </span>
  )
}
