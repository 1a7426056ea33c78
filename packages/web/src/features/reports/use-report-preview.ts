import { useQuery } from '@tanstack/react-query'
import type { ReportTemplatePreview } from '@wachta/client'
import { useEffect, useState } from 'react'
import { client } from '../../app/client/client.ts'
import { wireTimestamp } from '../../app/client/wire-time.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { findPreviewPeriod } from './report-periods.ts'
import { type ReportTemplateValues, toDocumentData } from './template-values.ts'

/** How long to wait after the last change before the document is drawn. */
const restMs = 800
/** The polling interval until the document is rendered. */
const progressMs = 900

interface PreviewOptions {
  readonly isOff: boolean
  readonly owner: number | undefined
}

export interface ReportPreview {
  /** The last document that was drawn. */
  readonly shown: ReportTemplatePreview | null
  readonly failureReason: string | null
  readonly isDrawing: boolean
  readonly error: Error | null
}

/** Draws the document of the form, some time after the last change; the last one stays until the next one is there. */
export function useReportPreview(values: ReportTemplateValues, { isOff, owner }: PreviewOptions): ReportPreview {
  const { language, formats } = useI18n()
  const rested = useRested(JSON.stringify(values))
  const { data, error, isFetching } = useQuery({
    queryKey: ['report_preview', rested, owner, language],
    queryFn: async ({ signal }) => {
      const body = toDocumentData(JSON.parse(rested))
      // The name is required only when the template is saved.
      const named = { ...body, name: body.name || '–', ...(owner !== undefined && { owner_id: owner }) }
      const { from, to } = findPreviewPeriod(formats.timeZone, Date.now())
      const period = { start_time: wireTimestamp(from), end_time: wireTimestamp(to) }
      return client.call('preview_report_template_data', { body: { ...named, ...period } }, { signal })
    },
    enabled: !isOff,
    gcTime: 60_000,
    staleTime: 60_000,
    refetchInterval: ({ state }) => (state.data && isDrawing(state.data) ? progressMs : false),
  })
  const [shown, setShown] = useState<ReportTemplatePreview | null>(null)
  useEffect(() => {
    if (data?.svg) setShown(data)
  }, [data])
  return {
    shown,
    failureReason: data?.failure_reason ?? null,
    isDrawing: rested !== JSON.stringify(values) || (data ? isDrawing(data) : isFetching),
    error,
  }
}

const isDrawing = ({ status }: ReportTemplatePreview) => status === 'pending' || status === 'in_progress'

/** Returns the value once it has not changed for a while. */
function useRested(value: string): string {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), restMs)
    return () => clearTimeout(timer)
  }, [value])
  return rested
}
