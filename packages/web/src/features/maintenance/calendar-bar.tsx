import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { Button } from '../../ui/button.tsx'
import { Filters } from '../../ui/filters.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import { Select } from '../../ui/select.tsx'
import { maintenanceTexts } from './texts.ts'
import type { CalendarView } from './use-calendar-view.ts'
import type { Week } from './week.ts'
import type { WindowText } from './window-text.ts'
import { type TargetKind, targetKinds } from './windows.ts'

interface CalendarBarProps {
  readonly week: Week
  readonly chosen: CalendarView
  readonly text: WindowText
  readonly now: number
}

/** An offset from the end or the start of a week that reaches the next or previous week even if the clocks change. */
const halfDayMs = 43_200_000

/** Selects the week, the view and the kind of maintenance windows that are shown. */
export function CalendarBar({ week, chosen, text, now }: CalendarBarProps) {
  const { t } = useI18n()
  const texts = useTexts(maintenanceTexts)
  const [first, last] = [week.days[0], week.days[6]]
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <Button
          size="small"
          aria-label={texts('maintenance.previous')}
          onClick={() => chosen.set({ instant: week.start - halfDayMs })}
        >
          <Icon name="left" />
        </Button>
        <Button
          size="small"
          aria-label={texts('maintenance.next')}
          onClick={() => chosen.set({ instant: week.end + halfDayMs })}
        >
          <Icon name="right" />
        </Button>
        <p aria-live="polite" className="font-medium">
          {first && last && text.wall.days(first.wall, last.wall)}
        </p>
        <p className="text-sm text-muted">{texts('maintenance.zone', { zone: week.zone })}</p>
        {(now < week.start || now >= week.end) && (
          <Button size="small" kind="quiet" onClick={() => chosen.set({ instant: now })}>
            {texts('maintenance.today')}
          </Button>
        )}
      </div>
      <Filters label={t('filters.label')}>
        <SegmentedControl
          label={texts('maintenance.view')}
          value={chosen.view}
          choices={(['grid', 'list'] as const).map((value) => ({ value, label: texts(`maintenance.view.${value}`) }))}
          onChoose={(view) => chosen.set({ view })}
        />
        <Select
          aria-label={texts('maintenance.targetKind')}
          value={chosen.targetKind}
          choices={[
            { value: '', label: texts('maintenance.targetKind.all') },
            ...targetKinds.map((value) => ({ value, label: texts(`maintenance.targetKind.${value}`) })),
          ]}
          onChoose={(targetKind) => chosen.set({ targetKind: targetKind as TargetKind | '' })}
          className="!w-auto"
        />
        <SearchBox
          label={texts('maintenance.search')}
          value={chosen.query}
          onChange={(query) => chosen.set({ query })}
          className="w-full sm:max-w-xs"
        />
      </Filters>
    </>
  )
}
