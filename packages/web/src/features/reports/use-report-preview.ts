import { useQuery } from '@tanstack/react-query'
import type { ReportTemplatePreview } from '@wachta/client'
import { useEffect, useState } from 'react'
import { client } from '../../app/client/client.ts'
import { toWireTime } from '../../app/client/wire-time.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import { findPreviewPeriod } from './report-periods.ts'
import { type ReportTemplateValues, toDocumentData } from './template-values.ts'
import { useZoneName } from './use-zone.ts'

/** How long to wait after the last change before the document is rendered. */
const debounceMs = 800
/** The polling interval until the document is rendered. */
const progressPollMs = 900

interface PreviewOptions {
  readonly isOff: boolean
  readonly owner: number | undefined
}

export interface ReportPreview {
  /** The last document that was rendered. */
  readonly shown: ReportTemplatePreview | null
  readonly failureReason: string | null
  readonly isRendering: boolean
  readonly error: Error | null
}

/** Renders the document of the form when the user pauses; shows the previous one until the next one is ready. */
export function useReportPreview(values: ReportTemplateValues, { isOff, owner }: PreviewOptions): ReportPreview {
  const { language } = useI18n()
  const debouncedValues = useDebounced(JSON.stringify(values), debounceMs)
  // The days of the document begin in the time zone of the template.
  const zone = useZoneName((JSON.parse(debouncedValues) as ReportTemplateValues).zone)
  const { data, error, isFetching } = useQuery({
    queryKey: ['report_preview', debouncedValues, zone, owner, language],
    queryFn: async ({ signal }) => {
      const body = toDocumentData(JSON.parse(debouncedValues))
      // The name is required only when the template is saved.
      const bodyWithName = { ...body, name: body.name || '–', ...(owner !== undefined && { owner_id: owner }) }
      const { from, to } = findPreviewPeriod(zone, Date.now())
      const period = { start_time: toWireTime(from), end_time: toWireTime(to) }
      return client.call('preview_report_template_data', { body: { ...bodyWithName, ...period } }, { signal })
    },
    enabled: !isOff,
    gcTime: 60_000,
    staleTime: 60_000,
    refetchInterval: ({ state }) => (state.data && isUnfinished(state.data) ? progressPollMs : false),
  })
  const [shown, setShown] = useState<ReportTemplatePreview | null>(null)
  useEffect(() => {
    if (data?.svg) setShown(data)
  }, [data])
  return {
    shown,
    failureReason: data?.failure_reason ?? null,
    isRendering: debouncedValues !== JSON.stringify(values) || (data ? isUnfinished(data) : isFetching),
    error,
  }
}

const isUnfinished = ({ status }: ReportTemplatePreview) => status === 'pending' || status === 'in_progress'
