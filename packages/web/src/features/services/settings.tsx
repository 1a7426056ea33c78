import { useQuery } from '@tanstack/react-query'
import type { Service } from '@wachta/client'
import { useHeldRecord } from '../../app/forms/unsaved.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { Failed } from '../../app/shell/failed.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { formatsQuery } from './queries.ts'
import { SettingsForm } from './settings-form.tsx'

/** The settings of a service. The fields come from the API, so that new check types need no changes here. */
export function ServiceSettings({ service: current }: { readonly service: Service }) {
  const { t, language } = useI18n()
  const service = useHeldRecord(current)
  const { data: formats, error } = useQuery(formatsQuery(service.type_id, language))
  if (!formats) return error ? <Failed error={error} /> : <SkeletonRows label={t('common.loading')} />
  // The key resets the form for another service, and when someone else changes this one, unless it has unsaved changes.
  return <SettingsForm key={JSON.stringify(service)} service={service} formats={formats} />
}
