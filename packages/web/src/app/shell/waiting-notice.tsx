import { Button } from '../../ui/button.tsx'
import { useI18n } from '../i18n/language.tsx'
import { useWaitingScreen, waitingScreen } from '../routing/waiting-screen.ts'

/** Shows that the opened screen is loading, or waits for the connection. It stays visible while scrolling. */
export function WaitingNotice() {
  const { t } = useI18n()
  const waiting = useWaitingScreen()
  return (
    <>
      {waiting?.kind === 'loading' && (
        <div
          role="progressbar"
          aria-label={t('common.loading')}
          className="fixed inset-x-0 top-0 z-60 h-0.5 animate-pulse bg-accent"
        />
      )}
      <div role="status">
        {waiting?.kind === 'offline' && (
          <div className="fixed inset-x-0 bottom-(--bottom-bar) z-60 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-unknown-fill bg-unknown-soft px-4 py-3 text-unknown shadow-lg">
            <p>
              <span aria-hidden="true">▲ </span>
              {t('connection.waiting')}
            </p>
            <Button size="small" onClick={() => waitingScreen.set(null)}>
              {t('connection.stay')}
            </Button>
          </div>
        )}
      </div>
    </>
  )
}
