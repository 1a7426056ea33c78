import { useQuery } from '@tanstack/react-query'
import type { Service } from '@wachta/client'
import { useI18n } from '../../app/i18n/language.tsx'
import { Failed } from '../../app/shell/failed.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { formatsQuery } from './queries.ts'
import { SettingsForm } from './settings-form.tsx'

/** How the service is watched. What its type can be told comes from the API, so a new type has its form at once. */
export function ServiceSettings({ service }: { readonly service: Service }) {
  const { t, language } = useI18n()
  const { data: formats, error } = useQuery(formatsQuery(service.type_id, language))
  if (!formats) return error ? <Failed error={error} /> : <SkeletonRows label={t('common.loading')} />
  // With another service, or one that somebody else changed meanwhile, the form begins anew.
  return <SettingsForm key={JSON.stringify(service)} service={service} formats={formats} />
}
