import { useMemo } from 'react'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { toClockText } from '../../app/i18n/wall-time.ts'
import { BlockButton } from './block-button.tsx'
import { buildBlocks } from './blocks.ts'
import { maintenanceTexts } from './texts.ts'
import { pixelsPerMinute, type useDrag } from './use-drag.ts'
import { type CalendarDay, findHole, getEndOnAxis, getStartOnAxis, listHours, type Week } from './week.ts'
import { headingClass, type WeekViewProps } from './week-view.ts'
import { listActivePeriods } from './windows.ts'

interface DayColumnProps extends WeekViewProps {
  readonly day: CalendarDay
  readonly drag: ReturnType<typeof useDrag>
  readonly mayPlan: boolean
  readonly onMore: () => void
}

/** More blocks than this side by side are unreadable; the list shows all of them. */
const maxLanes = 4

export function DayColumn({ day, drag, mayPlan, onMore, ...view }: DayColumnProps) {
  const { week, windows, text, now } = view
  const texts = useTexts(maintenanceTexts)
  const blocks = useMemo(() => buildBlocks(windows, week, day), [windows, week, day])
  const hiddenBlocks = blocks.filter(({ lane }) => lane >= maxLanes)
  const isToday = now >= day.start && now < day.end
  return (
    <section aria-label={text.wall.longDay(day.wall)} className="min-w-0 flex-1 border-l border-line">
      <header
        className={`${headingClass(week)} overflow-hidden px-1.5 py-1 text-sm ${isToday ? 'bg-accent-soft' : ''}`}
      >
        <h2 className={isToday ? 'font-semibold' : 'font-medium'}>{text.wall.shortDay(day.wall)}</h2>
        <ChangeNote day={day} />
      </header>
      <div
        data-day
        className={`relative ${mayPlan ? 'cursor-crosshair' : ''}`}
        style={{ height: week.length * pixelsPerMinute }}
        onPointerDown={(event) => mayPlan && drag.begin(event, null)}
      >
        <HourLines week={week} />
        {blocks
          .filter(({ lane }) => lane < maxLanes)
          .map((block) => (
            <BlockButton
              key={`${block.window.key} ${block.start}`}
              block={block}
              drag={drag}
              maxLanes={maxLanes}
              {...view}
            />
          ))}
        {drag.proposedWhen &&
          listActivePeriods(drag.proposedWhen, { ...day, zone: week.zone }).map(({ start, end }) => (
            <div
              key={start}
              className="pointer-events-none absolute inset-x-0.5 rounded-md border-2 border-dashed border-accent bg-accent-soft p-1 text-sm"
              style={toBox(getStartOnAxis(week, day, start), getEndOnAxis(week, day, end))}
            >
              {toClockText(toWallMinutes(week, day, start))} – {toClockText(toWallMinutes(week, day, end))}
            </div>
          ))}
        <Hole week={week} day={day} />
        {isToday && (
          <div
            aria-hidden="true"
            className="pointer-events-none absolute inset-x-0 border-t-2 border-accent"
            style={{ top: getStartOnAxis(week, day, now) * pixelsPerMinute }}
          />
        )}
        {hiddenBlocks.length > 0 && (
          <button
            type="button"
            onClick={onMore}
            className="absolute right-0.5 bottom-0.5 min-h-6 rounded-md bg-raised px-1.5 text-sm text-accent underline shadow-lg"
          >
            {texts('maintenance.more', { count: new Set(hiddenBlocks.map(({ window }) => window.key)).size })}
          </button>
        )}
      </div>
    </section>
  )
}

const toBox = (top: number, bottom: number) => ({
  top: top * pixelsPerMinute,
  height: (bottom - top) * pixelsPerMinute,
})

const toWallMinutes = (week: Week, day: CalendarDay, instant: number): number =>
  Math.round(getStartOnAxis(week, day, instant)) -
  (week.fold && getStartOnAxis(week, day, instant) >= week.fold.startMinute ? week.fold.length : 0)

function HourLines({ week }: { readonly week: Week }) {
  return listHours(week).map(({ position }) => (
    <div
      key={position}
      aria-hidden="true"
      className="pointer-events-none absolute inset-x-0 border-t border-line"
      style={{ top: position * pixelsPerMinute }}
    />
  ))
}

/** Hatches the part of the axis that this day does not have because of a clock change. */
function Hole({ week, day }: { readonly week: Week; readonly day: CalendarDay }) {
  const hole = findHole(week, day)
  return (
    hole && (
      <div
        aria-hidden="true"
        className="pointer-events-none absolute inset-x-0 bg-sunken bg-[repeating-linear-gradient(135deg,transparent_0_5px,var(--line)_5px_6px)]"
        style={toBox(hole.from, hole.to)}
      />
    )
  )
}

/** Shows that the clocks change on this day, when, and how long the day is. */
export function ChangeNote({ day: { change, start, end } }: { readonly day: CalendarDay }) {
  const texts = useTexts(maintenanceTexts)
  if (!change) return null
  const values = { minutes: Math.abs(change.shift), time: toClockText(change.wallMinute) }
  return (
    <p className="text-[0.8125rem] leading-tight text-unknown">
      {texts(change.shift > 0 ? 'maintenance.clocksOn' : 'maintenance.clocksBack', values)},{' '}
      {texts('maintenance.hours', { hours: (end - start) / 3_600_000 })}
    </p>
  )
}
