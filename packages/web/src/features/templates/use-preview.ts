import { useQuery } from '@tanstack/react-query'
import type { TemplatePreview } from '@wachta/client'
import { useEffect, useState } from 'react'
import { client } from '../../app/client/client.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import type { TemplateValues } from './template-fields.tsx'

/** How long to wait after the last key before the preview is updated. */
const debounceMs = 400

/** Returns the preview of a template; while the template is invalid, the last valid one. */
export function usePreview(values: TemplateValues, alert: number | null) {
  const { language } = useI18n()
  const { channel_id, language_id, start_subject, start_template, end_subject, end_template } = values
  const texts = { channel_id, language_id, start_subject, start_template, end_subject, end_template }
  const debouncedBody = useDebounced(
    JSON.stringify({ ...texts, ...(alert !== null && { occurrence_id: alert }) }),
    debounceMs,
  )
  const { data, error } = useQuery({
    queryKey: ['template_preview', debouncedBody, language],
    queryFn: ({ signal }) => client.call('preview_template_data', { body: JSON.parse(debouncedBody) }, { signal }),
    gcTime: 60_000,
  })
  const [shown, setShown] = useState<TemplatePreview | null>(null)
  useEffect(() => {
    if (data) setShown(data)
  }, [data])
  return { shown, error }
}
