import type { Week } from './week.ts'
import type { WindowText } from './window-text.ts'
import type { MaintenanceWindow } from './windows.ts'

/** What every view of a week is given. */
export interface WeekViewProps {
  readonly week: Week
  readonly windows: readonly MaintenanceWindow[]
  readonly overlaps: ReadonlyMap<string, readonly MaintenanceWindow[]>
  readonly text: WindowText
  readonly now: number
  readonly onOpen: (window: MaintenanceWindow) => void
}

/** Heights of the headings above the columns; the one with a change of the clocks needs two lines more. */
export const headingClass = (week: Week): string => (week.days.some(({ change }) => change !== null) ? 'h-24' : 'h-10')
