import type { Week } from './week.ts'
import type { WindowText } from './window-text.ts'
import type { MaintenanceWindow } from './windows.ts'

/** The props that all views of a week have in common. */
export interface WeekViewProps {
  readonly week: Week
  readonly windows: readonly MaintenanceWindow[]
  readonly overlaps: ReadonlyMap<string, readonly MaintenanceWindow[]>
  readonly text: WindowText
  readonly now: number
  readonly onOpen: (window: MaintenanceWindow) => void
}

/** Returns the class for the height of the day headings; a week with a clock change needs two more lines. */
export const headingClass = (week: Week): string => (week.days.some(({ change }) => change !== null) ? 'h-24' : 'h-10')
