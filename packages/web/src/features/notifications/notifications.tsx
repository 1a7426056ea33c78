import { getRouteApi } from '@tanstack/react-router'
import { useI18n } from '../../app/i18n/language.tsx'
import { useSearchChange } from '../../app/shell/use-list-search.ts'
import { useTitle } from '../../app/shell/use-title.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { NotificationDialog } from './notification-dialog.tsx'
import { NotificationLog } from './notification-log.tsx'
import type { NotificationSearch } from './notification-search.ts'
import type { LogKind } from './queries.ts'

const route = getRouteApi('/inside/framed/messages')
const logKinds = ['contact', 'legacy'] as const
/** Values of the search parameter that show the log of legacy notifications; old bookmarks say `older`. */
const legacyValues: readonly unknown[] = ['legacy', 'older']

/** The two logs of notifications, with those that were not sent and the reason for each. */
export function NotificationsPage() {
  const { t } = useI18n()
  useTitle(t('nav.notifications'))
  const search: NotificationSearch = route.useSearch()
  const kind: LogKind = legacyValues.includes(search.style) ? 'legacy' : 'contact'
  const set: (change: NotificationSearch) => void = useSearchChange()
  return (
    <>
      <PageHeader title={t('nav.notifications')} below={t('notifications.about')} />
      <Tabs
        label={t('notifications.styles')}
        value={kind}
        onChange={(next) => set({ style: next, channel: '', contact: '', message: '', page: '' })}
        tabs={logKinds.map((id) => ({
          id,
          label: t(`notifications.style.${id}`),
          content: <NotificationLog kind={id} search={search} onChange={set} />,
        }))}
      />
      {search.message && (
        <NotificationDialog kind={kind} id={Number(search.message)} onClose={() => set({ message: '' })} />
      )}
    </>
  )
}
