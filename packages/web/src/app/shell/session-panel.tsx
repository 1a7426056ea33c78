import { useMutation } from '@tanstack/react-query'
import { signOut } from '@wachta/client'
import { Button } from '../../ui/button.tsx'
import { client } from '../client/client.ts'
import { useMe } from '../client/me.ts'
import { useI18n } from '../i18n/language.tsx'
import { session } from '../session/session.ts'
import { ViewSettings } from './view-settings.tsx'

/** The signed-in user, their display preferences, and the sign-out button. */
export function SessionPanel() {
  const { t } = useI18n()
  const { data: me, error } = useMe()
  const leave = useMutation({
    mutationFn: async () => {
      const currentSession = session.get().session
      // An observer signs out of both sessions: first out of that of the observed account, which may have expired.
      if (currentSession?.own)
        await signOut(client, { id: currentSession.id, token: currentSession.own.token }).catch(() => undefined)
      if (currentSession) await signOut(client, currentSession.own ?? currentSession)
    },
    // Sign out locally even if the API fails.
    onSettled: () => session.end('out'),
  })
  return (
    // If the window is too low, the settings scroll, so that the sign-out button stays visible.
    <div className="mt-auto flex max-h-[70%] shrink-0 flex-col gap-3 border-t border-line pt-3 text-sm">
      <details className="min-h-0 overflow-y-auto">
        <summary className="min-h-8 rounded-md px-1 py-1.5 text-muted hover:text-ink">{t('view.title')}</summary>
        <div className="p-1">
          <ViewSettings />
        </div>
      </details>
      <div className="flex items-center justify-between gap-2 px-1">
        <span className="min-w-0 truncate" title={me?.username}>
          {me?.name ?? (error ? '' : '…')}
        </span>
        <Button kind="quiet" size="small" busy={leave.isPending} onClick={() => leave.mutate()}>
          {t('session.leave')}
        </Button>
      </div>
    </div>
  )
}
