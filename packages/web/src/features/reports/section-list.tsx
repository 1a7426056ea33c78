import { type KeyboardEvent, useState } from 'react'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
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
  const getName = (id: string) => sections.find((section) => section.id === id)?.name ?? id
  const move = (from: number, to: number) => {
    const next = moveEntry(chosen, from, to)
    if (next === chosen) return
    onChange(next)
    setAnnouncement(
      texts('reportTemplate.moved', { name: getName(chosen[from] ?? ''), place: to + 1, count: chosen.length }),
    )
  }
  return (
    <div className="grid gap-3">
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <ol aria-label={texts('reportTemplate.sections')} className="grid rounded-md border border-line bg-surface">
        {chosen.map((id, index) => (
          <li
            key={id}
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
              <SectionButtons
                name={getName(id)}
                isFirst={index === 0}
                isLast={index === chosen.length - 1}
                onMove={(offset) => move(index, index + offset)}
                onRemove={() => onChange(chosen.toSpliced(index, 1))}
              />
            )}
          </li>
        ))}
        {chosen.length === 0 && <li className="px-3 py-2 text-muted">{texts('reportTemplate.noSections')}</li>}
      </ol>
      {fieldErrors.length > 0 && (
        <p role="alert" className="text-sm text-failure">
          <span aria-hidden="true">▲ </span>
          {fieldErrors.join(' ')}
        </p>
      )}
      {!isReadOnly && <MoreSections chosen={chosen} onAdd={(id) => onChange([...chosen, id])} />}
    </div>
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

interface SectionButtonsProps {
  readonly name: string
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly onMove: (offset: 1 | -1) => void
  readonly onRemove: () => void
}

function SectionButtons({ name, isFirst, isLast, onMove, onRemove }: SectionButtonsProps) {
  const { t } = useI18n()
  const texts = useTexts(reportEditorTexts)
  const actions = [
    { icon: 'up', label: texts('reportTemplate.moveUp', { name }), act: () => onMove(-1), isDisabled: isFirst },
    { icon: 'down', label: texts('reportTemplate.moveDown', { name }), act: () => onMove(1), isDisabled: isLast },
    { icon: 'close', label: t('reportTemplate.remove', { name }), act: onRemove, isDisabled: false },
  ] as const
  const moveByKey = (event: KeyboardEvent) => {
    const offset = event.altKey && ({ ArrowUp: -1, ArrowDown: 1 } as const)[event.key as 'ArrowUp' | 'ArrowDown']
    if (!offset) return
    event.preventDefault()
    onMove(offset)
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
          disabled={isDisabled}
          onClick={act}
          onKeyDown={moveByKey}
        >
          <Icon name={icon} />
        </Button>
      ))}
    </span>
  )
}
