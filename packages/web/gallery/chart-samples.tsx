import { AvailabilityBar, type Day } from '../src/ui/availability-bar.tsx'
import { Card } from '../src/ui/card.tsx'
import { Chart } from '../src/ui/chart.tsx'
import type { ChartData, ChartTexts } from '../src/ui/chart-data.ts'
import { DayBars } from '../src/ui/day-bars.tsx'
import { SharesBar } from '../src/ui/shares-bar.tsx'
import { UsageBar } from '../src/ui/usage-bar.tsx'
import { WaterfallBars } from '../src/ui/waterfall.tsx'

const hour = 3600
const start = Date.UTC(2026, 10, 16) / 1000
const places = Array.from({ length: 96 }, (_, place) => place)
const wave = (place: number, base: number) => base * (1 + 0.4 * Math.sin(place / 14) + 0.1 * Math.sin(place * 7.3))

const texts: ChartTexts = {
  value: (value) => (value === null ? '–' : `${Math.round(value)} ms`),
  time: (seconds) => new Date(seconds * 1000).toISOString().slice(11, 16),
  ticks: (seconds) => seconds.map((each) => new Date(each * 1000).toISOString().slice(11, 16)),
  empty: 'No data in this time range',
  resetZoom: 'Reset zoom',
}

const median = places.map((place) => wave(place, 140))
const data: ChartData = {
  times: places.map((place) => start + place * (hour / 4)),
  median: { label: 'Median', color: 'var(--accent)', values: median },
  band: {
    label: 'p50–p95',
    low: median,
    high: median.map((value, place) => value * (1.5 + 0.2 * Math.sin(place * 3))),
  },
  lines: [{ label: 'Dublin', color: '#9a5bc7', values: places.map((place) => wave(place, 175)) }],
  shades: [
    {
      from: start + 9 * hour,
      to: start + 10 * hour,
      color: 'var(--failure-tint)',
      rail: 'var(--failure-fill)',
      label: 'Down',
    },
    {
      ...{ from: start + 18 * hour, to: start + 20 * hour, color: 'var(--paused-tint)', rail: 'var(--paused-fill)' },
      ...{ label: 'Paused', isHatched: true },
    },
  ],
  markers: [{ at: start + 14 * hour, label: 'Settings changed' }],
  limits: [{ label: 'Budget: 250 ms', color: 'var(--accent)', value: 250, lineLabel: 'Median' }],
}
const phases = ['DNS lookup', 'TCP connect', 'TLS handshake', 'Waiting (TTFB)', 'Content download']
const stack: ChartData = {
  times: data.times,
  isStacked: true,
  lines: phases.map((label, index) => ({
    ...{ label, color: `var(--part-${index + 1})` },
    values: places.map((place) => wave(place + index, 20 + 12 * index)),
  })),
  shades: [],
}

const days: readonly Day[] = Array.from({ length: 90 }, (_, place) => {
  const failure_seconds = place % 23 === 7 ? 2400 : 0
  const paused_seconds = place % 31 === 4 ? 7200 : 0
  return {
    ...{ from: new Date((start - (89 - place) * 24 * hour) * 1000).toISOString(), failure_seconds, paused_seconds },
    ...{ ok_seconds: 86_400 - failure_seconds - paused_seconds, unknown_seconds: 0, service_level: 100 },
  }
})
const titleOf = ({ from, failure_seconds }: Day) => `${from.slice(0, 10)}: down ${failure_seconds / 60} min`
const lengths = [4, 18, 31, 96, 22]
const parts = phases.map((label, index) => ({
  ...{ label, color: `var(--part-${index + 1})`, length: lengths[index] ?? 0, text: `${lengths[index]} ms` },
  start: lengths.slice(0, index).reduce((sum, length) => sum + length, 0),
}))
const names = {
  ok: 'Up',
  failure: 'Down',
  paused: 'Paused',
  unknown: 'Unknown',
  before: 'Not monitored',
  corrected: 'Corrected',
}
const shares = [
  { name: 'Up', value: 97, color: 'var(--ok-fill)', height: 0.6 },
  { name: 'Down', value: 3, color: 'var(--failure-fill)', height: 1 },
]

export function ChartSamples({ theme }: { readonly theme: string }) {
  return (
    <div className="grid gap-5">
      <Chart label="Response time" data={data} texts={texts} theme={theme} dataTable={null} />
      <Chart label="Phases" data={stack} texts={texts} theme={theme} dataTable={null} height={200} />
      <Card className="overflow-visible p-4">
        <DayBars
          days={days}
          label="Availability, 90 days"
          getTitle={titleOf}
          ends={['90 days ago', 'today']}
          names={names}
        />
      </Card>
      <Card className="grid gap-5 overflow-visible p-4 sm:grid-cols-2">
        <AvailabilityBar days={days} label="Availability in a list" getTitle={titleOf} />
        <SharesBar label="97 % up, 3 % down" shares={shares} />
        <UsageBar label="Services" text="43 of 50" used={43} limit={50} />
        <WaterfallBars caption="Request timing" headers={['Phase', 'Time']} parts={parts} />
      </Card>
    </div>
  )
}
