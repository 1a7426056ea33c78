import { useState } from 'react'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ItemButtons } from '../../ui/item-buttons.tsx'
import { useMoveFocus } from '../../ui/use-move-focus.ts'
import { reportEditorTexts } from './editor-texts.ts'
import { useReportDictionary } from './queries.ts'
import { moveEntry } from './template-values.ts'

interface SectionListProps {
  readonly chosen: readonly string[]
  readonly onChange: (sections: readonly string[]) => void
  readonly fieldErrors: readonly string[]
  readonly isReadOnly: boolean
}

/** The sections of a report in their order. They are moved by buttons, by Alt with the arrow keys, or dragged. */
export function SectionList({ chosen, onChange, fieldErrors, isReadOnly }: SectionListProps) {
  const texts = useTexts(reportEditorTexts)
  const sections = useReportDictionary('sections')
  const [dragged, setDragged] = useState<number | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const { root, focus } = useMoveFocus<HTMLDivElement>()
  const getLabels = useButtonLabels()
  const getName = (id: string) => sections.find((section) => section.id === id)?.name ?? id
  const move = (from: number, to: number) => {
    const next = moveEntry(chosen, from, to)
    if (next === chosen) return
    onChange(next)
    setAnnouncement(
      texts('reportTemplate.moved', { name: getName(chosen[from] ?? ''), place: to + 1, count: chosen.length }),
    )
  }
  const getButtonSelector = (id: string | undefined, button: string) => `[data-section="${id}"] [data-button=${button}]`
  // The pressed button may become disabled at an end of the list, or vanish with its section; another gets the focus.
  const moveByButton = (from: number, offset: 1 | -1, button: string) => {
    move(from, from + offset)
    const id = chosen[from]
    focus(...[button, 'up', 'down'].map((each) => getButtonSelector(id, each)))
  }
  const remove = (index: number) => {
    onChange(chosen.toSpliced(index, 1))
    focus(getButtonSelector(chosen[index + 1] ?? chosen[index - 1], 'close'), '[data-button=add]')
  }
  return (
    <div ref={root} className="grid gap-3">
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <ol aria-label={texts('reportTemplate.sections')} className="grid rounded-md border border-line bg-surface">
        {chosen.map((id, index) => (
          <li
            key={id}
            data-section={id}
            draggable={!isReadOnly}
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move'
              event.dataTransfer.setData('text/plain', id)
              setDragged(index)
            }}
            onDragOver={(event) => {
              if (dragged === null) return
              event.preventDefault()
              if (dragged !== index) {
                move(dragged, index)
                setDragged(index)
              }
            }}
            onDrop={(event) => event.preventDefault()}
            onDragEnd={() => setDragged(null)}
            className={`flex items-center gap-2 border-b border-line px-2 py-1 last:border-b-0 ${dragged === index ? 'bg-accent-soft' : ''} ${isReadOnly ? '' : 'cursor-grab'}`}
          >
            <span aria-hidden="true" className="w-6 text-right text-sm text-muted">
              {index + 1}.
            </span>
            <span className="min-w-0 grow" title={sections.find((section) => section.id === id)?.description ?? ''}>
              {getName(id)}
            </span>
            {!isReadOnly && (
              <ItemButtons
                labels={getLabels(getName(id))}
                isFirst={index === 0}
                isLast={index === chosen.length - 1}
                onMove={(offset, button) => moveByButton(index, offset, button)}
                onRemove={() => remove(index)}
              />
            )}
          </li>
        ))}
        {chosen.length === 0 && <li className="px-3 py-2 text-muted">{texts('reportTemplate.noSections')}</li>}
      </ol>
      {fieldErrors.length > 0 && <SectionErrors fieldErrors={fieldErrors} />}
      {!isReadOnly && <MoreSections chosen={chosen} onAdd={(id) => onChange([...chosen, id])} />}
    </div>
  )
}

/** Returns the labels of the buttons of a section. */
function useButtonLabels() {
  const { t } = useI18n()
  const texts = useTexts(reportEditorTexts)
  return (name: string) => ({
    up: texts('reportTemplate.moveUp', { name }),
    down: texts('reportTemplate.moveDown', { name }),
    remove: t('reportTemplate.remove', { name }),
  })
}

function SectionErrors({ fieldErrors }: Pick<SectionListProps, 'fieldErrors'>) {
  return (
    <p role="alert" className="text-sm text-failure">
      <span aria-hidden="true">▲ </span>
      {fieldErrors.join(' ')}
    </p>
  )
}

interface MoreSectionsProps {
  readonly chosen: readonly string[]
  readonly onAdd: (id: string) => void
}

/** The sections that the report does not have yet. */
function MoreSections({ chosen, onAdd }: MoreSectionsProps) {
  const texts = useTexts(reportEditorTexts)
  const sections = useReportDictionary('sections')
  return (
    <ul aria-label={texts('reportTemplate.addSection')} className="flex flex-wrap gap-1.5">
      {sections
        .filter(({ id }) => !chosen.includes(id))
        .map(({ id, name, description }) => (
          <li key={id}>
            <button
              type="button"
              data-button="add"
              title={description ?? undefined}
              aria-label={texts('reportTemplate.add', { name })}
              onClick={() => onAdd(id)}
              className={`${buttonClass('secondary', 'small')} !font-normal`}
            >
              <Icon name="add" />
              {name}
            </button>
          </li>
        ))}
    </ul>
  )
}
