import { useI18n } from '../i18n/language.tsx'
import { useWaitingScreen } from '../routing/waiting-screen.ts'

/** A bar at the top while the code of the next screen is loading. */
export function ScreenProgress() {
  const { t } = useI18n()
  if (useWaitingScreen()?.kind !== 'loading') return null
  return (
    <div
      role="progressbar"
      aria-label={t('common.loading')}
      className="fixed inset-x-0 top-0 z-60 h-0.5 animate-pulse bg-accent"
    />
  )
}
