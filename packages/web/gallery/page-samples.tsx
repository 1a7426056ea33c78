import { useState } from 'react'
import { Button } from '../src/ui/button.tsx'
import { Card } from '../src/ui/card.tsx'
import { CounterStrip } from '../src/ui/counter-strip.tsx'
import { EmptyState } from '../src/ui/empty-state.tsx'
import { Filters } from '../src/ui/filters.tsx'
import { PageHeader } from '../src/ui/page-header.tsx'
import { Pager } from '../src/ui/pager.tsx'
import { PictureSlider } from '../src/ui/picture-slider.tsx'
import { SkeletonRows } from '../src/ui/skeleton.tsx'
import type { Status } from '../src/ui/status-mark.tsx'
import { StatusMark } from '../src/ui/status-mark.tsx'
import { Tabs } from '../src/ui/tabs.tsx'
import { WithCode } from '../src/ui/with-code.tsx'

const counts: readonly (readonly [Status, number])[] = [
  ['failure', 2],
  ['acknowledged', 1],
  ['slow', 1],
  ['ok', 41],
  ['paused', 0],
]

/** A page with or without a notice, as a picture. */
const picture = (notice: string) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 180"><rect width="640" height="180" fill="#fff"/><rect width="640" height="36" fill="#1f3a5f"/>${notice}<rect x="24" y="90" width="280" height="70" fill="#8fb3d9"/><rect x="336" y="90" width="280" height="70" fill="#a6c9a1"/></svg>`)}`

export function PageSamples() {
  const [tab, setTab] = useState('overview')
  const [chosen, setChosen] = useState<Status | null>(null)
  const content = { overview: <Overview />, empty: <Empty />, loading: <SkeletonRows count={3} label="Loading" /> }
  return (
    <>
      <PageHeader
        title="Shop: checkout"
        above="Services / Shop"
        below="https://shop.example.com/checkout"
        actions={<Button kind="primary">Check now</Button>}
      />
      <CounterStrip
        label="Services by status"
        counters={counts.map(([status, count]) => ({ value: status, status, label: status, count, text: `${count}` }))}
        chosen={chosen}
        onChoose={setChosen}
      />
      <Tabs
        label="Parts of a page"
        tabs={Object.entries(content).map(([id, each]) => ({ id, label: id, content: each }))}
        value={tab}
        onChange={setTab}
      />
      <div className="mb-4 max-w-xl">
        <PictureSlider
          before={{ src: picture(''), alt: 'The page before', name: 'Last successful check' }}
          after={{
            src: picture('<rect y="36" width="640" height="30" fill="#b3261e"/>'),
            alt: 'The page now, with a red notice',
            name: 'This check',
          }}
          label="Drag across the picture, or use the arrow keys"
          formatPercent={(percent) => `${percent}%`}
        />
      </div>
      <Pager
        label="Pages"
        positionText="26–50 of 140"
        previous={{ label: 'Previous page', go: () => undefined }}
        next={{ label: 'Next page', go: null }}
      />
    </>
  )
}

function Overview() {
  return (
    <>
      <Filters label="Filters">
        <Button size="small">Any status</Button>
      </Filters>
      <Card className="p-4">
        <WithCode text="A card holds what belongs together. Run `wachta list services` for the same at a terminal." />
      </Card>
    </>
  )
}

function Empty() {
  return (
    <EmptyState
      title="No alert rules yet"
      action={<Button kind="primary">Add alert rule</Button>}
      example={
        <span className="flex flex-wrap items-center gap-3">
          <StatusMark status="failure" text="Down for 5 minutes" /> notifies On duty, then Anna after 15 minutes
        </span>
      }
    >
      A rule says when an incident starts and who is notified.
    </EmptyState>
  )
}
