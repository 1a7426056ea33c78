import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Service } from '@wachta/client'
import { useMemo } from 'react'
import { client, errorText } from '../../app/client/client.ts'
import { useActingAccount } from '../../app/client/me.ts'
import { toWireTime } from '../../app/client/wire-time.ts'
import { createFormats, type LocaleFormats } from '../../app/i18n/formats.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { Failed } from '../../app/shell/failed.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { findOwnTemplate } from './own-template.ts'
import { reportKeys, reportQuery, reportTemplatesQuery } from './queries.ts'
import { ReportFiles } from './report-files.tsx'
import { findPeriod, type PeriodName, periodNames } from './report-periods.ts'
import { ReportState } from './report-status.tsx'
import { reportTexts } from './texts.ts'
import { usePeriodText } from './use-period-text.ts'
import { useZoneName } from './use-zone.ts'

/** The sections of a report about one service. */
const sections = [
  'summary',
  'service_level',
  'failures',
  'performance',
  'corrections',
  'suspensions',
  'accounting_method',
]

interface ServiceReportProps {
  readonly service: Pick<Service, 'id' | 'name' | 'owner_id'>
  readonly onClose: () => void
}

/** Creates a report about one service for a selected period, and offers it for download when it is ready. */
export function ServiceReport({ service, onClose }: ServiceReportProps) {
  const { t, language } = useI18n()
  const texts = useTexts(reportTexts)
  const queries = useQueryClient()
  const { data: templates, error } = useQuery(reportTemplatesQuery)
  const account = useActingAccount()
  const ownTemplate = findOwnTemplate(templates ?? [], service.id)
  // The days of a report begin in the time zone of its template; a new template has the time zone of the account.
  const zone = useZoneName(ownTemplate?.time_zone_id ?? account?.time_zone_id ?? '')
  const formats = useMemo(() => createFormats(language, zone), [language, zone])
  const order = useMutation({
    mutationFn: async (period: Exclude<PeriodName, 'other'>) => {
      const template_id = ownTemplate?.id ?? (await createTemplate(service))
      const { from, to } = findPeriod(period, zone, Date.now())
      const body = { template_id, start_time: toWireTime(from), end_time: toWireTime(to) }
      return client.call('create_report', { body })
    },
    // After an error too, the template may exist: the next attempt must not create another one.
    onSettled: () =>
      Promise.all([reportKeys.all, reportKeys.templates].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  })
  const failure = error ?? order.error
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts('report.ofService', { name: service.name })}
      description={order.data ? undefined : texts('report.ofServiceText')}
      closeLabel={t('common.close')}
    >
      {order.data ? (
        <Progress id={order.data.id} />
      ) : (
        <div className="grid gap-2">
          {periodNames.map(
            (name) =>
              name !== 'other' && (
                <Button
                  key={name}
                  disabled={!templates}
                  busy={order.isPending}
                  onClick={() => order.mutate(name)}
                  className="!justify-between"
                >
                  {texts(`report.period.${name}`)}
                  <PeriodDays name={name} formats={formats} />
                </Button>
              ),
          )}
          <p role="alert" className="text-failure empty:hidden">
            {failure && errorText(failure)}
          </p>
        </div>
      )}
    </Dialog>
  )
}

async function createTemplate({ id, name, owner_id }: ServiceReportProps['service']): Promise<number> {
  const scope = { all_services: false, service_ids: [id] }
  const body = { name: name.slice(0, 64), owner_id, section_ids: sections, scope }
  return (await client.call('create_report_template', { body })).id
}

interface PeriodDaysProps {
  readonly name: Exclude<PeriodName, 'other'>
  readonly formats: LocaleFormats
}

function PeriodDays({ name, formats }: PeriodDaysProps) {
  const { from, to } = findPeriod(name, formats.timeZone, Date.now())
  return (
    <span className="text-sm font-normal text-muted">
      {formats.day(new Date(from))} – {formats.day(new Date(to - 1))}
    </span>
  )
}

/** The status of the report, and its files when it is ready. */
function Progress({ id }: { readonly id: number }) {
  const texts = useTexts(reportTexts)
  const renderPeriod = usePeriodText()
  const { data: report, error } = useQuery(reportQuery(id))
  if (!report) return error ? <Failed error={error} /> : <Skeleton className="h-16" />
  return (
    <div className="grid gap-4">
      <div role="status" className="flex flex-wrap items-center justify-between gap-x-4">
        <span>{renderPeriod(report)}</span>
        <span>
          <ReportState report={report} />
        </span>
      </div>
      {report.status === 'completed' && <ReportFiles id={id} />}
      <Link to="/reports" search={{ report: String(id) }} className="text-accent underline underline-offset-4">
        {texts('report.showInList')}
      </Link>
    </div>
  )
}
