import { Link } from '@tanstack/react-router'
import { buttonClass } from '../../ui/button.tsx'
import { useI18n } from '../i18n/language.tsx'
import { Wordmark } from './wordmark.tsx'

export function NotFound() {
  const { t } = useI18n()
  return (
    <div className="mx-auto grid min-h-[90dvh] w-full max-w-sm content-center gap-6 px-4 py-8">
      <header className="-ml-1">
        <Wordmark />
      </header>
      <main className="grid justify-items-start gap-3">
        <h1 className="text-2xl font-semibold tracking-tight">{t('notFound.title')}</h1>
        <p className="text-muted">{t('notFound.text')}</p>
        <Link to="/" className={buttonClass('primary')}>
          {t('gone.back', { page: t('nav.dashboard') })}
        </Link>
      </main>
    </div>
  )
}
