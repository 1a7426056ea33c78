import { useState } from 'react'
import { CardList } from '../src/ui/card-list.tsx'
import { Sparkline } from '../src/ui/sparkline.tsx'
import { type Status, StatusMark } from '../src/ui/status-mark.tsx'
import { Table } from '../src/ui/table.tsx'
import { type Column, type SortState, toggleSorting } from '../src/ui/table-rows.ts'
import { TwoLines } from '../src/ui/two-lines.tsx'
import { VirtualList } from '../src/ui/virtual-list.tsx'

interface Row {
  readonly name: string
  readonly address: string
  readonly status: Status
  readonly time: number
}

const rows: readonly Row[] = [
  { name: 'Shop: cart', address: 'https://shop.example.com/cart', status: 'failure', time: 95 },
  { name: 'Identity', address: 'https://id.example.com/health', status: 'acknowledged', time: 75 },
  { name: 'Shop: checkout', address: 'https://shop.example.com/checkout', status: 'slow', time: 2310 },
  { name: 'Blog', address: 'https://blog.example.com/', status: 'ok', time: 260 },
]

const columns: readonly Column<Row>[] = [
  {
    id: 'name',
    header: 'Name',
    compare: (one, other) => one.name.localeCompare(other.name),
    className: 'max-w-0 w-full',
    cell: ({ name, address }) => (
      <TwoLines below={address}>
        <b className="font-medium">{name}</b>
      </TwoLines>
    ),
  },
  { id: 'status', header: 'Status', cell: ({ status }) => <StatusMark status={status} text={status} /> },
  {
    id: 'time',
    header: 'Response time',
    isNumber: true,
    compare: (one, other) => one.time - other.time,
    cell: ({ time }) => `${time} ms`,
  },
]

export function TableSamples() {
  const [sorting, setSorting] = useState<SortState | null>({ column: 'name', descending: false })
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const toggle = (key: string) => setChosen((before) => before.symmetricDifference(new Set([key])))
  const selection = { chosen, toggle, getLabel: (key: string) => `Select ${key}`, allLabel: 'Select all' }
  return (
    <div className="grid gap-5">
      <Table
        caption="Services"
        columns={columns}
        rows={rows}
        getKey={({ name }) => name}
        sorting={sorting}
        onSort={(column) => setSorting(toggleSorting(sorting, column))}
        selection={{ ...selection, toggleAll: () => setChosen(new Set(rows.map(({ name }) => name))) }}
        empty={null}
      />
      <VirtualList label="Services as a list" rows={rows} getKey={({ name }) => name} rowHeight={52}>
        {({ name, status, time }) => (
          <div className="grid min-h-(--row) grid-cols-[8rem_minmax(0,1fr)_6rem] items-center gap-4">
            <StatusMark status={status} text={status} />
            <span className="font-medium">{name}</span>
            <Sparkline
              label="Response time of the last day"
              values={[time, time * 1.2, time * 0.8, time * 1.1, time]}
            />
          </div>
        )}
      </VirtualList>
      <CardList aria-label="Services with their addresses">
        {rows.map(({ name, address }) => (
          <li key={name} className="flex justify-between gap-4 py-2.5">
            <span className="font-medium">{name}</span>
            <span className="font-mono text-sm">{address}</span>
          </li>
        ))}
      </CardList>
    </div>
  )
}
