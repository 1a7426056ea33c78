import { Link } from '@tanstack/react-router'
import { useI18n } from '../i18n/language.tsx'

export function NotFound() {
  const { t } = useI18n()
  return (
    <main className="grid gap-3 p-8">
      <h1 className="text-2xl font-semibold">{t('notFound.title')}</h1>
      <p className="text-muted">{t('notFound.text')}</p>
      <p>
        <Link to="/" className="text-accent underline">
          {t('nav.dashboard')}
        </Link>
      </p>
    </main>
  )
}
