import { Link } from '@tanstack/react-router'
import type { Incident } from '@wachta/client'
import { useI18n } from '../../app/i18n/language.tsx'
import { buttonClass } from '../../ui/button.tsx'

interface DiagnoseLinkProps {
  readonly incident: Pick<Incident, 'id'>
  readonly subject: string
  readonly size?: 'small'
}

/** Leads to diagnostics whose results become part of the incident's timeline. */
export function DiagnoseLink({ incident, subject, size }: DiagnoseLinkProps) {
  const { t } = useI18n()
  return (
    <Link
      to="/diagnostics"
      search={{ incident: String(incident.id) }}
      aria-label={t('diagnose.label', { subject })}
      className={buttonClass('secondary', size)}
    >
      {t('diagnose.button')}
    </Link>
  )
}
