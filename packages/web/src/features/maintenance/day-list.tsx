import { useTexts } from '../../app/i18n/own-texts.ts'
import { Icon } from '../../ui/icon.tsx'
import { blockIcons, getBlockClass } from './block-button.tsx'
import { buildBlocks } from './blocks.ts'
import { ChangeNote } from './day-column.tsx'
import { maintenanceTexts } from './texts.ts'
import type { WeekViewProps } from './week-view.ts'

/** The week as a list of days, for narrow screens. */
export function DayList({ week, windows, overlaps, text, now, onOpen }: WeekViewProps) {
  const texts = useTexts(maintenanceTexts)
  return (
    <div className="grid gap-4">
      {week.days.map((day) => {
        const blocks = buildBlocks(windows, week, day)
        const isToday = now >= day.start && now < day.end
        return (
          <section key={day.wall} aria-label={text.wall.longDay(day.wall)}>
            <h2 className={`border-b border-line pb-1 font-medium ${isToday ? 'text-accent' : ''}`}>
              {text.wall.longDay(day.wall)}
            </h2>
            <ChangeNote day={day} />
            {blocks.length === 0 && <p className="py-1 text-sm text-muted">{texts('maintenance.emptyDay')}</p>}
            <ul className="mt-1.5 grid gap-1.5">
              {blocks.map(({ window, start, end }) => (
                <li key={`${window.key} ${start}`}>
                  <button
                    type="button"
                    onClick={() => onOpen(window)}
                    className={`grid w-full rounded-md border border-l-4 px-2 py-1.5 text-left text-sm ${getBlockClass(window)}`}
                  >
                    <span className="flex items-center gap-2 font-medium">
                      <Icon name={blockIcons[window.targetKind]} />
                      <span className="min-w-0 truncate">{text.who(window)}</span>
                    </span>
                    <span>
                      {text.formats.clock(new Date(start))} –{' '}
                      {end === day.end ? '24:00' : text.formats.clock(new Date(end))}
                    </span>
                    <span className="text-muted">{text.effect(window)}</span>
                    {overlaps.has(window.key) && (
                      <span className="text-failure">▲ {texts('maintenance.overlapShort')}</span>
                    )}
                  </button>
                </li>
              ))}
            </ul>
          </section>
        )
      })}
    </div>
  )
}
