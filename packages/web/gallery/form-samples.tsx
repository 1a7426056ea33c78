import { useState } from 'react'
import { Checklist } from '../src/ui/checklist.tsx'
import { ChipCombobox } from '../src/ui/chip-combobox.tsx'
import { Combobox } from '../src/ui/combobox.tsx'
import { DurationInput } from '../src/ui/duration-input.tsx'
import { FormField } from '../src/ui/field.tsx'
import { matches } from '../src/ui/matches.ts'
import { SearchBox } from '../src/ui/search-box.tsx'
import { SegmentedControl } from '../src/ui/segmented-control.tsx'
import { Select } from '../src/ui/select.tsx'
import { Slider } from '../src/ui/slider.tsx'
import { Switch } from '../src/ui/switch.tsx'
import { TextArea, TextInput } from '../src/ui/text-input.tsx'

const sensors = ['Warszawa', 'Frankfurt', 'Dublin'].map((label) => ({ value: label, label }))
const ranges = [
  { value: 'day', label: '24 hours' },
  { value: 'week', label: '7 days' },
]
const unitNames = { second: 'seconds', minute: 'minutes', hour: 'hours', day: 'days' } as const

export function FormSamples() {
  return (
    <div className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
      <TextSamples />
      <ChoiceSamples />
    </div>
  )
}

function TextSamples() {
  const [query, setQuery] = useState('')
  const [share, setShare] = useState(51)
  const [seconds, setSeconds] = useState(300)
  return (
    <div className="grid content-start gap-4">
      <SearchBox label="Search by name or address" value={query} onChange={setQuery} />
      <FormField label="Address" hint="A host name, an IP address or a URL">
        {(fieldIds) => <TextInput {...fieldIds} placeholder="https://example.com/" />}
      </FormField>
      <FormField label="Interval" fieldErrors={['Enter at least 10 seconds.']}>
        {(fieldIds) => <TextInput {...fieldIds} defaultValue="1" />}
      </FormField>
      <FormField label="Note">{(fieldIds) => <TextArea {...fieldIds} />}</FormField>
      <FormField label="Fail when at least this share of sensors reports an error">
        {(fieldIds) => (
          <Slider
            {...{ fieldIds, minimum: 1, maximum: 100, value: share, valueText: `${share} %` }}
            onChange={setShare}
          />
        )}
      </FormField>
      <FormField label="Delay">
        {(fieldIds) => <DurationInput {...{ fieldIds, seconds, unitNames }} unitLabel="Unit" onChange={setSeconds} />}
      </FormField>
    </div>
  )
}

function ChoiceSamples() {
  const [range, setRange] = useState('day')
  const [isOn, setOn] = useState(true)
  const [sensor, setSensor] = useState<string | null>('Dublin')
  const [several, setSeveral] = useState<string[]>(['Warszawa'])
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(['Frankfurt']))
  return (
    <div className="grid content-start gap-4">
      <SegmentedControl label="Time range" choices={ranges} value={range} onChoose={setRange} />
      <FormField label="Sensor">
        {(fieldIds) => <Select {...fieldIds} choices={sensors} value={sensor ?? ''} onChoose={setSensor} />}
      </FormField>
      <FormField label="Keep checking, mute notifications" isBeside>
        {(fieldIds) => <Switch checked={isOn} onChange={setOn} fieldIds={fieldIds} />}
      </FormField>
      <FormField label="One of many">
        {(fieldIds) => (
          <Combobox {...{ fieldIds, choices: sensors, value: sensor }} nothing="Nothing found" onChoose={setSensor} />
        )}
      </FormField>
      <FormField label="Several of many">
        {(fieldIds) => (
          <ChipCombobox
            {...{ fieldIds, choices: sensors, values: several, placeholder: 'Add a sensor', nothing: 'Nothing found' }}
            removeLabel={(name) => `Remove ${name}`}
            onChange={setSeveral}
          />
        )}
      </FormField>
      <Checklist
        {...{
          label: 'All of a list',
          choices: sensors,
          chosen,
          matches,
          searchLabel: 'Search',
          nothing: 'Nothing found',
        }}
        onChange={setChosen}
      />
    </div>
  )
}
