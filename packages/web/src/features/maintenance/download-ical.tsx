import { useMutation, useQueryClient } from '@tanstack/react-query'
import { errorText } from '../../app/client/client.ts'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { Button } from '../../ui/button.tsx'
import { saveFile } from '../../ui/csv.ts'
import { showWarning } from '../../ui/toast.tsx'
import { toIcal } from './ical.ts'
import { suspensionsQuery } from './queries.ts'
import { maintenanceTexts } from './texts.ts'
import { buildWeek } from './week.ts'
import type { WindowText } from './window-text.ts'
import { groupWindows, isWeekly, type MaintenanceWindow } from './windows.ts'

/** The length of the period that the file covers. */
const calendarLengthMs = 2 * 365 * 86_400_000

interface DownloadIcalProps {
  readonly zone: string
  readonly now: number
  readonly text: WindowText
  readonly isShown: (window: MaintenanceWindow) => boolean
}

/** Downloads the maintenance windows from this week on as an iCalendar file. */
export function DownloadIcal({ zone, now, text, isShown }: DownloadIcalProps) {
  const texts = useTexts(maintenanceTexts)
  const queries = useQueryClient()
  const toEvent = (window: MaintenanceWindow) => ({
    uid: buildUid(window),
    summary: texts('maintenance.icalSummary', { who: text.who(window), effect: text.effect(window) }),
    description: [window.description, ...(window.rows.length > 1 ? window.rows.map(({ target }) => target.name) : [])]
      .filter((line) => line !== '')
      .join('\n'),
    when: window.when,
  })
  const download = useMutation({
    mutationFn: async () => {
      const from = buildWeek(zone, now).start
      const rows = await queries.fetchQuery(suspensionsQuery(from, from + calendarLengthMs))
      const events = groupWindows(rows).filter(isShown).map(toEvent)
      saveFile('maintenance.ics', 'text/calendar', toIcal(events, { zone, from, to: from + calendarLengthMs, now }))
    },
    onError: (error) => showWarning(errorText(error)),
  })
  return (
    <Button disabled={download.isPending} title={texts('maintenance.icalHint')} onClick={() => download.mutate()}>
      {texts('maintenance.ical')}
    </Button>
  )
}

/** Returns an id that is the same in every file, so that importing a newer file updates existing entries. */
function buildUid({ targetKind, when, rows }: MaintenanceWindow): string {
  const first = Math.min(...rows.map(({ id }) => id))
  return `${targetKind}-${isWeekly(when) ? 'weekly-' : ''}suspension-${first}@${location.hostname}`
}
