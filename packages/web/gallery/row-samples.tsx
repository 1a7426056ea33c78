import { useState } from 'react'
import { DateTimeInput } from '../src/ui/date-time-input.tsx'
import { FormField } from '../src/ui/field.tsx'
import { ItemButtons } from '../src/ui/item-buttons.tsx'
import { KeyValueRows } from '../src/ui/key-value-rows.tsx'
import { Keys } from '../src/ui/keys.tsx'
import { OverflowMenu } from '../src/ui/overflow-menu.tsx'
import { PresetButtons } from '../src/ui/preset-buttons.tsx'
import { TextRows } from '../src/ui/row-list.tsx'
import { StatRow } from '../src/ui/stat-row.tsx'
import { TagList } from '../src/ui/tag-list.tsx'
import { TimeInput } from '../src/ui/time-input.tsx'

const stats = [
  { name: 'Uptime, 24 hours', value: '99.98%' },
  { name: 'p95', value: '412 ms' },
  { name: 'Incidents', value: '2' },
]
const presets = [
  { value: '5000', name: '5 s' },
  { value: '10000', name: '10 s' },
]
const rowTexts = { label: 'Headers', add: 'Add row', remove: (index: number) => `Remove row ${index + 1}` }
const itemTexts = { up: 'Move up', down: 'Move down', remove: 'Remove' }
const dayTexts = {
  format: 'YYYY-MM-DD HH:MM',
  open: 'Open calendar',
  calendar: 'Calendar',
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  month: (at: number) => new Date(at).toISOString().slice(0, 7),
  day: (at: number) => new Date(at).toISOString().slice(0, 10),
  weekdays: ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'],
  today: '2026-11-17',
}

/** Rows, times, figures and small marks. */
export function RowSamples() {
  const [headers, setHeaders] = useState<readonly string[]>(['Accept: text/html'])
  const [names, setNames] = useState<readonly string[]>(['example.com'])
  const [limit, setLimit] = useState('5000')
  const [moment, setMoment] = useState('2026-11-17T22:00')
  const [clock, setClock] = useState('07:30')
  return (
    <div className="grid gap-5">
      <StatRow label="Key figures" stats={stats} />
      <div className="flex flex-wrap items-center gap-3">
        <TagList label="Tags" tags={['production', 'PCI']} />
        <Keys keys="g d" />
        <OverflowMenu label="More actions" items={[{ label: 'Copy as curl', onSelect: () => undefined }]} />
        <PresetButtons label="Timeout" presets={presets} isSet={(value) => value === limit} onChoose={setLimit} />
        <ItemButtons labels={itemTexts} isFirst isLast={false} onMove={() => undefined} onRemove={() => undefined} />
      </div>
      <FormField label="From">
        {(fieldIds) => <DateTimeInput fieldIds={fieldIds} value={moment} onChange={setMoment} texts={dayTexts} />}
      </FormField>
      <FormField label="At">
        {(fieldIds) => <TimeInput fieldIds={fieldIds} value={clock} onChange={setClock} format="HH:MM" />}
      </FormField>
      <FormField label="Request headers">
        {(fieldIds) => (
          <KeyValueRows
            fieldIds={fieldIds}
            rows={headers}
            onChange={setHeaders}
            texts={{ ...rowTexts, name: 'Name', value: 'Value' }}
          />
        )}
      </FormField>
      <FormField label="Host names">
        {(fieldIds) => (
          <TextRows fieldIds={fieldIds} rows={names} onChange={setNames} texts={{ ...rowTexts, value: 'Host name' }} />
        )}
      </FormField>
    </div>
  )
}
