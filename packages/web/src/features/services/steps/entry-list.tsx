import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { useMoveFocus } from '../../../ui/use-move-focus.ts'
import type { StepEntry } from './entry-kinds.ts'
import { type ListButton, ListButtons } from './list-buttons.tsx'
import { Problems } from './problems.tsx'
import { useKeyedItems } from './use-keyed-items.ts'
import { useStepTranslate } from './use-step-texts.ts'

interface EntryListProps {
  /** The name of the list. */
  readonly label: string
  readonly addLabel: string
  /** The entry that is added. */
  readonly blankEntry: StepEntry
  readonly entries: readonly StepEntry[]
  readonly onChange: (entries: readonly StepEntry[]) => void
  /** What is wrong with the list itself. */
  readonly problems: readonly string[]
  readonly disabled: boolean
  /** The columns of a row on wide screens; the last one is for its buttons. */
  readonly columns: string
  readonly children: (entry: StepEntry, at: number, onChange: (entry: StepEntry) => void) => ReactNode
}

/** A list in a step whose entries can be inserted, moved and removed. */
export function EntryList({ label, addLabel, blankEntry, entries, onChange, ...rest }: EntryListProps) {
  const { problems, disabled, columns, children } = rest
  const t = useStepTranslate()
  const items = useKeyedItems(entries, onChange)
  const { root, focus } = useMoveFocus<HTMLFieldSetElement>()
  const getRowSelector = (key: number | undefined) => `[data-entry="${key}"]`
  const insert = (at: number) => focus(`${getRowSelector(items.insert(at, blankEntry))} :is(input, select)`)
  const move = (at: number, by: number, button: string) => {
    items.move(at, by)
    focus(
      `${getRowSelector(items.keys[at])} [data-button=${button}]`,
      `${getRowSelector(items.keys[at])} :is(input, select)`,
    )
  }
  const remove = (at: number) => {
    items.remove(at)
    focus(`${getRowSelector(items.keys[at + 1] ?? items.keys[at - 1])} :is(input, select)`, '[data-button=add]')
  }
  const listButtons = (at: number): readonly ListButton[] => {
    const values = { label, number: at + 1 }
    const [isFirst, isLast] = [at === 0, at === entries.length - 1]
    const [up, down] = [t('moveEntryUp', values), t('moveEntryDown', values)]
    return [
      { id: 'insert', icon: 'add', label: t('insertEntry', values), onClick: () => insert(at + 1) },
      { id: 'up', icon: 'up', label: up, disabled: isFirst, onClick: () => move(at, -1, 'up') },
      { id: 'down', icon: 'down', label: down, disabled: isLast, onClick: () => move(at, 1, 'down') },
      { id: 'remove', icon: 'close', label: t('removeEntry', values), onClick: () => remove(at) },
    ]
  }
  return (
    <fieldset ref={root} className="grid min-w-0 gap-2">
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      {entries.length > 0 && (
        <ol className="grid gap-2">
          {entries.map((entry, at) => (
            <li
              key={items.keys[at]}
              data-entry={items.keys[at]}
              className={`grid gap-2 max-sm:border-b max-sm:border-line max-sm:pb-2 ${columns}`}
            >
              {children(entry, at, (next) => items.change(at, next))}
              {!disabled && <ListButtons buttons={listButtons(at)} />}
            </li>
          ))}
        </ol>
      )}
      <Problems texts={problems} />
      {!disabled && (
        <div>
          <Button size="small" data-button="add" onClick={() => insert(entries.length)}>
            {addLabel}
          </Button>
        </div>
      )}
    </fieldset>
  )
}
