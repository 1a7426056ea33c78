import { Button } from '../../ui/button.tsx'
import { useNow } from '../../ui/use-now.ts'
import { useConnection } from '../client/connection.ts'
import { useI18n } from '../i18n/language.tsx'
import { useWaitingScreen, waitingScreen } from '../routing/waiting-screen.ts'

/** Warns that the displayed data is outdated while the API is unreachable, and that the next screen has to wait. */
export function ConnectionBanner() {
  const { t, formats } = useI18n()
  const lostAt = useConnection()
  const isWaiting = useWaitingScreen()?.kind === 'offline'
  const now = useNow()
  return (
    <div role="status">
      {(lostAt || isWaiting) && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-unknown-fill bg-unknown-soft px-4 py-2 text-sm text-unknown">
          <p>
            <span aria-hidden="true">▲ </span>
            {lostAt && t('connection.lost', { time: formats.since(lostAt, now) })}{' '}
            {isWaiting && <b className="font-semibold">{t('connection.waiting')}</b>}
          </p>
          {isWaiting && (
            <Button size="small" onClick={() => waitingScreen.set(null)}>
              {t('connection.stay')}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
