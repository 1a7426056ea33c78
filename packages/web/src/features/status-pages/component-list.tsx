import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useMoveFocus } from '../../ui/use-move-focus.ts'
import { useGroups } from '../groups/queries.ts'
import { moveEntry } from '../reports/template-values.ts'
import { statusesQuery } from '../services/queries.ts'
import { ComponentItem } from './component-item.tsx'
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

/** Counts new components, for their keys: browsers offer random ids only with HTTPS. */
let newComponents = 0

/** The components of a page in their order. They are moved by buttons, by Alt with the arrow keys, or dragged. */
export function ComponentList({ components, onChange, rejected, isReadOnly }: ComponentListProps) {
  const texts = useTexts(statusPageTexts)
  const getSourceName = useSourceName()
  const [openKey, setOpenKey] = useState<string | null>(null)
  const [dragged, setDragged] = useState<number | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const { root, focus } = useMoveFocus<HTMLFieldSetElement>()
  const getName = (each: ComponentValues | undefined) => each?.name.trim() || texts('newComponent')
  const move = (from: number, to: number) => {
    const next = moveEntry(components, from, to)
    if (next === components) return
    onChange(next)
    setAnnouncement(texts('moved', { name: getName(components[from]), place: to + 1, count: components.length }))
  }
  const getButtonSelector = (component: ComponentValues | undefined, button: string) =>
    `[data-component="${component?.key}"] [data-button=${button}]`
  // The pressed button may become disabled at an end of the list, or vanish with its component; another gets the focus.
  const moveByButton = (from: number, offset: 1 | -1, button: string) => {
    move(from, from + offset)
    focus(...[button, 'up', 'down'].map((each) => getButtonSelector(components[from], each)))
  }
  const remove = (index: number) => {
    onChange(components.toSpliced(index, 1))
    focus(getButtonSelector(components[index + 1] ?? components[index - 1], 'toggle'), '[data-button=add]')
  }
  const add = () => {
    newComponents += 1
    const key = `new-${newComponents}`
    onChange([...components, makeComponentValues(key, components.at(-1)?.section ?? '')])
    setOpenKey(key)
  }
  const drop = (index: number) => {
    if (dragged === null || dragged === index) return
    move(dragged, index)
    setDragged(index)
  }
  return (
    <fieldset ref={root} className="grid min-w-0 gap-3">
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
            onMove={(offset, button) => moveByButton(index, offset, button)}
            onRemove={() => remove(index)}
            onDrag={(isDragging) => setDragged(isDragging ? index : null)}
            onDragOver={() => drop(index)}
          />
        ))}
        {components.length === 0 && <li className="px-3 py-2 text-muted">{texts('noComponents')}</li>}
      </ol>
      {!isReadOnly && (
        <div>
          <Button data-button="add" onClick={add}>
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
