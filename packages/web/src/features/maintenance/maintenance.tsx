import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useActingAccount, useMe } from '../../app/client/me.ts'
import { DiscardChangesDialog } from '../../app/forms/discard-changes-dialog.tsx'
import { hasUnsaved } from '../../app/forms/unsaved.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { Failed } from '../../app/shell/failed.tsx'
import { useOpenByUrl } from '../../app/shell/use-open-by-url.ts'
import { useTitle } from '../../app/shell/use-title.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { matches } from '../../ui/matches.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { useNow } from '../../ui/use-now.ts'
import { CalendarBar } from './calendar-bar.tsx'
import { DayList } from './day-list.tsx'
import { DownloadIcal } from './download-ical.tsx'
import { createWindowDraft, toWindowDraft, type WindowDraft } from './draft.ts'
import { mayPlanQuery, suspensionsQuery } from './queries.ts'
import { maintenanceTexts } from './texts.ts'
import { type CalendarView, useCalendarView } from './use-calendar-view.ts'
import { useWindowText } from './use-window-text.ts'
import { buildWeek, type Week } from './week.ts'
import { WeekGrid } from './week-grid.tsx'
import { WindowForm } from './window-form.tsx'
import { WindowTable } from './window-table.tsx'
import { findOverlaps, groupWindows, listActivePeriods, type MaintenanceWindow, type Span } from './windows.ts'

interface OpenedWindow {
  readonly draft: WindowDraft
  readonly window?: MaintenanceWindow
}

/**
 * The calendar of maintenance windows, week by week, in the time zone of the account, which weekly windows refer to.
 */
export function Maintenance() {
  const { t } = useI18n()
  useTitle(t('nav.maintenance'))
  const { error, refetch } = useMe()
  const zone = useActingAccount()?.time_zone?.name
  if (zone === undefined)
    return error ? <Failed error={error} reset={() => void refetch()} /> : <SkeletonRows label={t('common.loading')} />
  return <Calendar zone={zone} />
}

function Calendar({ zone }: { readonly zone: string }) {
  const { t } = useI18n()
  const texts = useTexts(maintenanceTexts)
  const now = useNow(60_000).getTime()
  const calendarView = useCalendarView(zone)
  const week = useMemo(() => buildWeek(zone, calendarView.instant), [zone, calendarView.instant])
  const { data: rows, error, isPending, refetch } = useQuery(suspensionsQuery(week.start, week.end))
  const { data: mayPlan = false, isPending: isLoadingPermission } = useQuery(mayPlanQuery)
  const text = useWindowText(zone)
  const isWide = useMedia('(min-width: 48rem)')
  const [opened, setOpened] = useState<OpenedWindow | null>(null)
  const { windows, overlaps } = useWindows(rows, week)
  const shownWindows = useMemo(() => windows.filter((window) => isShown(window, calendarView)), [windows, calendarView])
  const open = (window: MaintenanceWindow) => setOpened({ window, draft: toWindowDraft(zone, window) })
  const plan = (span: Span) => setOpened({ draft: createWindowDraft(zone, span) })
  useOpenByUrl(mayPlan ? 'window' : null, () => plan(nextHours(now)))
  const viewProps = { week, windows: shownWindows, overlaps, text, now, onOpen: open }
  const emptyState =
    windows.length === 0 ? (
      <EmptyState title={texts('maintenance.emptyTitle')} example={texts('maintenance.example')}>
        {texts('maintenance.empty')}
      </EmptyState>
    ) : (
      <EmptyState title={t('filters.nothing')}>{texts('maintenance.nothing')}</EmptyState>
    )
  return (
    <>
      <PageHeader
        title={t('nav.maintenance')}
        below={texts('maintenance.text')}
        actions={
          <>
            <DownloadIcal zone={zone} now={now} text={text} isShown={(window) => isShown(window, calendarView)} />
            <Button kind="primary" disabled={!mayPlan} onClick={() => plan(nextHours(now))}>
              {texts('maintenance.plan')}
            </Button>
          </>
        }
      />
      {!isLoadingPermission && !mayPlan && <p className="mb-3 text-sm text-muted">{texts('maintenance.mayNot')}</p>}
      <CalendarBar week={week} chosen={calendarView} text={text} now={now} />
      {overlaps.size > 0 && (
        <p role="status" className="mb-3 text-sm text-failure">
          ▲ {texts('maintenance.conflicts', { count: overlaps.size })}
        </p>
      )}
      {isPending && <SkeletonRows label={t('common.loading')} />}
      {error && !rows && <Failed error={error} reset={() => void refetch()} />}
      {rows && calendarView.view === 'list' && <WindowTable {...viewProps} empty={emptyState} />}
      {rows && calendarView.view === 'grid' && !isWide && <DayList {...viewProps} />}
      {rows && calendarView.view === 'grid' && isWide && (
        <>
          {windows.length === 0 && emptyState}
          {mayPlan && <p className="mb-2 text-sm text-muted">{texts('maintenance.dragHint')}</p>}
          <Card className="overflow-visible pb-3">
            <WeekGrid
              {...viewProps}
              mayPlan={mayPlan}
              onPlan={plan}
              onMove={(window, when) => setOpened({ window, draft: toWindowDraft(zone, { ...window, when }) })}
              onMore={() => calendarView.set({ view: 'list' })}
            />
          </Card>
        </>
      )}
      <PlanDialog zone={zone} opened={opened} onClose={() => setOpened(null)} />
    </>
  )
}

interface PlanDialogProps {
  readonly zone: string
  readonly opened: OpenedWindow | null
  readonly onClose: () => void
}

/** The form of a window. Escape and the cross ask before they discard what was entered. */
function PlanDialog({ zone, opened, onClose }: PlanDialogProps) {
  const { t } = useI18n()
  const texts = useTexts(maintenanceTexts)
  const [isAsking, setAsking] = useState(false)
  const leave = () => {
    setAsking(false)
    onClose()
  }
  return (
    <Dialog
      isForm
      open={opened !== null}
      onClose={() => (hasUnsaved() ? setAsking(true) : onClose())}
      title={texts(opened?.window ? getTitle(opened.window) : 'maintenance.createTitle')}
      closeLabel={t('common.close')}
    >
      {opened && (
        <WindowForm
          zone={zone}
          initial={opened.draft}
          {...(opened.window && { window: opened.window })}
          onDone={onClose}
        />
      )}
      {isAsking && <DiscardChangesDialog onStay={() => setAsking(false)} onLeave={leave} />}
    </Dialog>
  )
}

const getTitle = ({ rows }: MaintenanceWindow) =>
  rows.every(({ mayUpdate }) => mayUpdate) ? ('maintenance.changeTitle' as const) : ('maintenance.readTitle' as const)

function useWindows(rows: Parameters<typeof groupWindows>[0] | undefined, week: Week) {
  return useMemo(() => {
    const windows = groupWindows(rows ?? []).filter(({ when }) => listActivePeriods(when, week).length > 0)
    return { windows, overlaps: findOverlaps(windows, week) }
  }, [rows, week])
}

const isShown = ({ targetKind, rows, description }: MaintenanceWindow, calendarView: CalendarView): boolean =>
  (calendarView.targetKind === '' || calendarView.targetKind === targetKind) &&
  matches(calendarView.query, description, ...rows.map(({ target }) => target.name))

/** Returns the two hours from the next full hour on, as the initial period of a new window. */
function nextHours(now: number): Span {
  const hour = 3_600_000
  const start = Math.ceil(now / hour) * hour
  return { start, end: start + 2 * hour }
}
