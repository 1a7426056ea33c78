import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { collectPages, type Session } from '@wachta/client'
import { client, errorText } from '../../app/client/client.ts'
import { createQueue } from '../../app/client/queue.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { Failed } from '../../app/shell/failed.tsx'
import { Button } from '../../ui/button.tsx'
import { CardList } from '../../ui/card-list.tsx'
import { ScreenSection } from '../../ui/section.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { showToast, showWarning } from '../../ui/toast.tsx'
import { useNow } from '../../ui/use-now.ts'
import { authenticationKeys } from './queries.ts'

/** The sessions of the account, each with a button to end it. */
export function Sessions({ account }: { readonly account: number }) {
  const { t, formats } = useI18n()
  const now = useNow()
  const queries = useQueryClient()
  const { data, error: failure } = useQuery({
    queryKey: [...authenticationKeys.sessions, account],
    queryFn: ({ signal }) =>
      client.call(
        'list_sessions',
        { query: { 'filter.account_id': account, embed: ['permissions'], sort: ['-last_used_at'], limit: 100 } },
        { signal },
      ),
  })
  const end = useMutation({
    mutationFn: (id: number) => client.call('delete_session', { path: { _id: id } }),
    onSuccess: () => {
      showToast(t('sessions.ended'))
      return queries.invalidateQueries({ queryKey: authenticationKeys.sessions })
    },
    onError: (error) => showWarning(errorText(error)),
  })
  const others = data?.filter(isEndable) ?? []
  const endAll = useMutation({
    mutationFn: () => endOtherSessions(account),
    onSuccess: () => showToast(t('sessions.endedAll')),
    onError: (error) => showWarning(errorText(error)),
    // Some may have ended although others have not.
    onSettled: () => queries.invalidateQueries({ queryKey: authenticationKeys.sessions }),
  })
  return (
    <ScreenSection
      title={t('sessions.title')}
      text={t('sessions.text')}
      actions={
        others.length > 1 && (
          <Button busy={endAll.isPending} onClick={() => endAll.mutate()}>
            {t('sessions.endAll')}
          </Button>
        )
      }
    >
      {data ? (
        <CardList>
          {data.map((each) => (
            <li key={each.id} className="flex flex-wrap items-center justify-between gap-3 py-2">
              <span>
                {each.client_ip_address ?? t('sessions.nowhere')}
                {each.observer_id !== null && <b className="ml-2 font-medium">{t('sessions.observer')}</b>}
                {each.is_current && <b className="ml-2 font-medium text-accent">{t('sessions.this')}</b>}
                <span className="block text-sm text-muted">
                  {t('sessions.used', {
                    ago: formats.ago(each.last_used_at, now),
                    startedAt: formats.dateTime(each.created_at),
                  })}
                </span>
              </span>
              {isEndable(each) && (
                <Button
                  size="small"
                  busy={end.isPending && end.variables === each.id}
                  onClick={() => end.mutate(each.id)}
                >
                  {t('sessions.end')}
                </Button>
              )}
            </li>
          ))}
        </CardList>
      ) : failure ? (
        <Failed error={failure} />
      ) : (
        <SkeletonRows label={t('common.loading')} count={2} />
      )}
    </ScreenSection>
  )
}

const isEndable = ({ is_current, permissions }: Session): boolean => !is_current && permissions?.delete === true

/** Ends all other sessions, also those that the list does not show because it is limited to the latest. */
async function endOtherSessions(account: number): Promise<void> {
  const query = { 'filter.account_id': account, embed: ['permissions'] as const, sort: ['id'] }
  const sessions = await collectPages(client.pages('list_sessions', { query }, { size: 1000 }))
  const enqueue = createQueue(4)
  await Promise.all(
    sessions.filter(isEndable).map(({ id }) => enqueue(() => client.call('delete_session', { path: { _id: id } }))),
  )
}
