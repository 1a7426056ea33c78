import { useTexts } from '../../app/i18n/own-texts.ts'
import { toClockText } from '../../app/i18n/wall-time.ts'
import { DayColumn } from './day-column.tsx'
import { maintenanceTexts } from './texts.ts'
import { pixelsPerMinute, useDrag } from './use-drag.ts'
import { listHours, type Week } from './week.ts'
import { headingClass, type WeekViewProps } from './week-view.ts'
import type { MaintenanceWindow, Span } from './windows.ts'

interface WeekGridProps extends WeekViewProps {
  readonly mayPlan: boolean
  readonly onPlan: (span: Span) => void
  readonly onMove: (window: MaintenanceWindow, when: MaintenanceWindow['when']) => void
  readonly onMore: () => void
}

/**
 * Seven days side by side, with equal hours at equal heights even in a week in which the clocks change. Its text is not
 * selectable, because dragging creates and moves windows.
 */
export function WeekGrid({ mayPlan, onPlan, onMove, onMore, ...view }: WeekGridProps) {
  const { week } = view
  const drag = useDrag({ week, onPlan, onMove })
  return (
    <div ref={drag.grid} className="flex select-none">
      <HourAxis week={week} />
      {week.days.map((day) => (
        <DayColumn key={day.wall} {...view} day={day} drag={drag} mayPlan={mayPlan} onMore={onMore} />
      ))}
    </div>
  )
}

function HourAxis({ week }: { readonly week: Week }) {
  const texts = useTexts(maintenanceTexts)
  return (
    <div aria-hidden="true" className={`${week.fold ? 'w-28' : 'w-16'} shrink-0 pr-2 text-right text-sm text-muted`}>
      <div className={headingClass(week)} />
      <div className="relative" style={{ height: week.length * pixelsPerMinute }}>
        {listHours(week).map(({ position, hour, isSecond }) => (
          <span
            key={position}
            className="absolute right-0 -translate-y-1/2 leading-none whitespace-nowrap"
            style={{ top: position * pixelsPerMinute }}
          >
            {isSecond ? texts('maintenance.second', { time: toClockText(hour * 60) }) : toClockText(hour * 60)}
          </span>
        ))}
      </div>
    </div>
  )
}
