import { useQuery } from '@tanstack/react-query'
import type { Service } from '@wachta/client'
import { useI18n } from '../../app/i18n/language.tsx'
import { formatsQuery } from '../services/queries.ts'
import { certificateDaysQuery } from './queries.ts'

/**
 * Returns the whole days that the certificate of a service is still valid. Null if unknown; undefined if, according to
 * its settings, the type has no certificate.
 */
export function useCertificateDays({ id, type_id, interval }: Service): number | null | undefined {
  const { language } = useI18n()
  const { data: settings = [] } = useQuery(formatsQuery(type_id, language))
  const hasCertificate = settings.some(({ section }) => section.id === 'certificate')
  const { data: days = null } = useQuery({ ...certificateDaysQuery(id, interval), enabled: hasCertificate })
  return hasCertificate ? days : undefined
}
