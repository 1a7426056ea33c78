import { Link } from '@tanstack/react-router'
import { useI18n } from '../../app/i18n/language.tsx'
import type { DiagnosedIncident } from './diagnosed-incident.ts'

/** A note that diagnostics are added to the timeline of an incident. */
export function IncidentBanner({ incident }: { readonly incident: DiagnosedIncident }) {
  const { t } = useI18n()
  return (
    <p className="mb-5 flex flex-wrap gap-x-3 rounded-md border border-line bg-surface px-4 py-3">
      {t('diagnostics.incident', { service: incident.serviceName })}
      <Link
        to="/incidents/$id"
        params={{ id: String(incident.id) }}
        className="text-accent underline underline-offset-4"
      >
        {t('diagnostics.toIncident')}
      </Link>
    </p>
  )
}
