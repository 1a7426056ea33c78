import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useSpeech } from '../../app/i18n/language.tsx'
import { useTitle } from '../../app/shell/use-title.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { MessageDialog } from './message-dialog.tsx'
import { MessageLog } from './message-log.tsx'
import type { MessageSearch } from './message-search.ts'
import type { Style } from './queries.ts'

const route = getRouteApi('/inside/framed/messages')
const styles = ['contact', 'older'] as const

/** Every message that went out, and every one that did not, with the reason. */
export function MessagesPage() {
  const { t } = useSpeech()
  useTitle(t('nav.messages'))
  const search: MessageSearch = route.useSearch()
  const style: Style = search.style === 'older' ? 'older' : 'contact'
  const navigate = useNavigate()
  const set = (change: MessageSearch) => {
    const next = Object.entries({ ...search, ...change }).filter(([, value]) => value !== '')
    void navigate({ to: '/messages', search: Object.fromEntries(next), replace: true, resetScroll: false })
  }
  return (
    <>
      <PageHeader title={t('nav.messages')} below={t('messages.about')} />
      <Tabs
        label={t('messages.styles')}
        value={style}
        onChange={(next) => set({ style: next, channel: '', contact: '', message: '' })}
        tabs={styles.map((id) => ({
          id,
          label: t(`messages.style.${id}`),
          content: <MessageLog style={id} search={search} onChange={set} />,
        }))}
      />
      {search.message && (
        <MessageDialog style={style} id={Number(search.message)} onClose={() => set({ message: '' })} />
      )}
    </>
  )
}
