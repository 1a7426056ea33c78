import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReportTemplate } from '@wachta/client'
import { useState } from 'react'
import { FormDialog } from '../../app/forms/form-dialog.tsx'
import { useSending } from '../../app/forms/sending.ts'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { showToast } from '../../ui/toast.tsx'
import { defaultPeriod, PeriodField, toWirePeriod } from './period-field.tsx'
import { reportKeys } from './queries.ts'
import { reportTexts } from './texts.ts'
import { useZoneName } from './use-zone.ts'

interface OrderReportProps {
  readonly template: Pick<ReportTemplate, 'id' | 'name' | 'time_zone_id'>
  readonly onClose: () => void
}

/** Orders a report from a template for a selected period, and opens it. */
export function OrderReport({ template, onClose }: OrderReportProps) {
  const texts = useTexts(reportTexts)
  const queries = useQueryClient()
  const navigate = useNavigate()
  const zone = useZoneName(template.time_zone_id)
  const [period, setPeriod] = useState(defaultPeriod)
  const sending = useSending<{ id: number }>({
    send: (client) =>
      client.call('create_report', { body: { template_id: template.id, ...toWirePeriod(period, zone) } }),
    onSuccess: async ({ id }) => {
      showToast(texts('report.orderedNow'))
      onClose()
      await queries.invalidateQueries({ queryKey: reportKeys.all })
      await navigate({ to: '/reports', search: { report: String(id) } })
    },
  })
  return (
    <FormDialog
      title={texts('report.orderOf', { name: template.name })}
      description={texts('report.orderText', { zone })}
      submit={texts('report.order')}
      fields={['start_time', 'end_time']}
      mutation={sending}
      onClose={onClose}
    >
      {(getFieldErrors) => (
        <PeriodField value={period} onChange={setPeriod} zone={zone} getFieldErrors={getFieldErrors} />
      )}
    </FormDialog>
  )
}
