import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { signOut } from '@wachta/client'
import { Button } from '../../ui/button.tsx'
import { client } from '../client/client.ts'
import { useI18n } from '../i18n/language.tsx'
import { session, useSession } from '../session/session.ts'

/** Shows the name of the observed account, with a button to return to the own account. */
export function ObserverBanner() {
  const { t } = useI18n()
  const navigate = useNavigate()
  const { session: currentSession } = useSession()
  const stop = useMutation({
    mutationFn: async () => {
      // Switch first: pending requests of the observer must not fail because their session is gone.
      session.stopObserving()
      await navigate({ to: '/administration' })
      // Use the own session: that of an observer cannot change anything, not even delete itself.
      if (currentSession?.own) await signOut(client, { id: currentSession.id, token: currentSession.own.token })
    },
  })
  if (!currentSession?.own) return null
  return (
    <div
      role="status"
      className="sticky top-0 z-30 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-unknown-fill bg-unknown-soft px-4 py-1.5 text-unknown"
    >
      <span className="min-w-0 break-words">
        <span aria-hidden="true">◉ </span>
        {t('observe.banner', { name: currentSession.observed ?? '' })}
      </span>
      <Button size="small" busy={stop.isPending} onClick={() => stop.mutate()}>
        {t('observe.stop')}
      </Button>
    </div>
  )
}
