import type { ComponentStatus } from '@wachta/domain'
import { dayMs } from '@wachta/domain/time-units'
import { getTimes } from './times.ts'
import type { ComponentView } from './view.ts'

/** The properties of an example component. */
export interface ExampleComponent {
  readonly publicId: string
  readonly name: string
  readonly description: string
  readonly status: ComponentStatus
  readonly onlyShowIfDegraded: boolean
  readonly showsHistory: boolean
  readonly showsAvailability: boolean
  readonly showsResponseTime: boolean
}

interface ExampleTime {
  readonly now: number
  readonly timeZone: string
}

const exampleDays = 90
const daySeconds = 86_400

/** A component with invented data, for pages that have none yet. The same name always gets the same data. */
export function makeExampleComponent(example: ExampleComponent, { now, timeZone }: ExampleTime): ComponentView {
  const { showsHistory, showsAvailability, showsResponseTime, ...shown } = example
  const times = getTimes('en', timeZone)
  const seed = [...example.name].reduce((sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973, 7)
  const dates = Array.from({ length: exampleDays }, (_, index) => times.dayKey(now - (exampleDays - 1 - index) * dayMs))
  const days = dates.map((date, index) => {
    const isBad = (index * 7 + seed) % 41 === 0
    return { date, okSeconds: isBad ? daySeconds - 600 - (seed % 1800) : daySeconds, countedSeconds: daySeconds }
  })
  return {
    ...shown,
    since: now - exampleDays * dayMs,
    days: showsHistory ? days : null,
    availability: showsAvailability
      ? {
          okSeconds: days.reduce((sum, { okSeconds }) => sum + okSeconds, 0),
          countedSeconds: exampleDays * daySeconds,
        }
      : null,
    responseTimes: showsResponseTime
      ? dates.map((date, index) => ({ date, meanMs: 120 + (seed % 90) + ((index * 37 + seed) % 40) }))
      : null,
  }
}
