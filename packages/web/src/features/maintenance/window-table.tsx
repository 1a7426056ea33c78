import type { ReactNode } from 'react'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { useSorting } from '../../app/shell/use-list-search.ts'
import { Icon } from '../../ui/icon.tsx'
import { Table } from '../../ui/table.tsx'
import { blockIcons } from './block-button.tsx'
import { maintenanceTexts } from './texts.ts'
import type { WeekViewProps } from './week-view.ts'
import type { MaintenanceWindow } from './windows.ts'

type WindowTableProps = Pick<WeekViewProps, 'windows' | 'overlaps' | 'text' | 'onOpen'> & {
  readonly empty: ReactNode
}

/** The windows of the grid as a sortable table. */
export function WindowTable({ windows, overlaps, text, onOpen, empty }: WindowTableProps) {
  const texts = useTexts(maintenanceTexts)
  const order = useSorting(null)
  const compareBy =
    (getText: (window: MaintenanceWindow) => string) => (one: MaintenanceWindow, other: MaintenanceWindow) =>
      getText(one).localeCompare(getText(other))
  return (
    <Table
      {...order}
      caption={texts('maintenance.list')}
      rows={windows}
      getKey={({ key }) => key}
      empty={empty}
      columns={[
        {
          id: 'who',
          header: texts('maintenance.column.who'),
          compare: compareBy(text.who),
          className: 'max-w-0 w-1/2 sm:w-1/3',
          cell: (window) => (
            <button
              type="button"
              onClick={() => onOpen(window)}
              className="flex min-h-8 max-w-full items-center gap-2 text-left font-medium hover:underline"
            >
              <Icon name={blockIcons[window.targetKind]} />
              <span className="truncate">{text.who(window)}</span>
            </button>
          ),
        },
        {
          id: 'when',
          header: texts('maintenance.column.when'),
          compare: (one, other) => getStart(one) - getStart(other),
          cell: (window) => <span className="text-sm sm:text-base lg:whitespace-nowrap">{text.when(window)}</span>,
        },
        {
          id: 'effect',
          header: texts('maintenance.column.effect'),
          compare: compareBy(text.effect),
          from: 'md',
          cell: text.effect,
        },
        {
          id: 'note',
          header: texts('maintenance.column.note'),
          from: 'lg',
          className: 'max-w-0 w-1/3',
          cell: (window) => {
            const others = overlaps.get(window.key) ?? []
            return (
              <>
                <span className="block truncate">{window.description}</span>
                {others.length > 0 && (
                  <span className="block truncate text-sm text-failure">▲ {text.overlap(others)}</span>
                )}
              </>
            )
          },
        },
      ]}
    />
  )
}

/** Returns the sort value: weekly windows come before single ones, as minutes of a week are smaller than timestamps. */
const getStart = ({ when }: MaintenanceWindow): number => ('from' in when ? when.from : when.start)
