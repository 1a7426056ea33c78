import { Link } from '@tanstack/react-router'
import { useI18n } from '../../app/i18n/language.tsx'

/** A link to the corrections of a service. */
export function CorrectionsLink({ service }: { readonly service: number }) {
  const { t } = useI18n()
  return (
    <Link
      to="/corrections"
      search={{ service: String(service) }}
      className="mt-2 inline-block min-h-6 py-0.5 text-sm text-accent underline underline-offset-4"
    >
      {t('corrections.link')}
    </Link>
  )
}
