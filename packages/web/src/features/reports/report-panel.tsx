import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Report } from '@wachta/client'
import { client, errorText } from '../../app/client/client.ts'
import { DeleteButton } from '../../app/forms/delete-button.tsx'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { Failed } from '../../app/shell/failed.tsx'
import { Button } from '../../ui/button.tsx'
import { SidePanel } from '../../ui/side-panel.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { showToast, showWarning } from '../../ui/toast.tsx'
import { ProofSection } from './proof-section.tsx'
import { deliveriesQuery, reportKeys, reportQuery } from './queries.ts'
import { ReportDeliveries } from './report-deliveries.tsx'
import { ReportFiles } from './report-files.tsx'
import { ReportState } from './report-status.tsx'
import { reportTexts } from './texts.ts'
import { usePeriodText } from './use-period-text.ts'

/** One report: its progress, files and recipients. */
export function ReportPanel({ id, onClose }: { readonly id: number; readonly onClose: () => void }) {
  const { t } = useI18n()
  const texts = useTexts(reportTexts)
  const renderPeriod = usePeriodText()
  const { data: report, error } = useQuery(reportQuery(id))
  return (
    <SidePanel
      title={report?.name ?? texts('report.one', { id })}
      below={report && renderPeriod(report)}
      closeLabel={t('common.close')}
      onClose={onClose}
    >
      {report ? (
        <Details report={report} onGone={onClose} />
      ) : error ? (
        <Failed error={error} />
      ) : (
        <SkeletonRows label={t('common.loading')} />
      )}
    </SidePanel>
  )
}

function Details({ report, onGone }: { readonly report: Report; readonly onGone: () => void }) {
  const { t, formats } = useI18n()
  const texts = useTexts(reportTexts)
  const { id, status, permissions } = report
  return (
    <div className="grid gap-6">
      <dl className="grid gap-x-4 gap-y-2 sm:grid-cols-[9rem_minmax(0,1fr)] [&_dt]:text-sm [&_dt]:text-muted">
        <dt>{t('column.state')}</dt>
        <dd>
          <div role="status">
            <ReportState report={report} />
          </div>
        </dd>
        {report.template_id !== null && (
          <>
            <dt>{texts('report.template')}</dt>
            <dd>
              <Link
                to="/reports/templates/$id"
                params={{ id: String(report.template_id) }}
                className="text-accent underline underline-offset-4"
              >
                {report.template?.name ?? `#${report.template_id}`}
              </Link>
            </dd>
          </>
        )}
        <dt>{texts('report.period')}</dt>
        <dd>
          {formats.exact(report.start_time)} – {formats.exact(report.end_time)}
        </dd>
        <dt>{texts('report.ordered')}</dt>
        <dd>
          {formats.exact(report.created_at)} ·{' '}
          {texts(
            report.is_test ? 'report.test' : report.reporting_plan_id === null ? 'report.byHand' : 'report.byPlan',
          )}
        </dd>
      </dl>
      {status === 'completed' && <ReportFiles id={id} />}
      {status === 'completed' && <ProofSection id={id} />}
      {status === 'completed' && <ReportDeliveries id={id} />}
      {(permissions?.send || permissions?.delete) && (
        <div className="flex flex-wrap gap-2 border-t border-line pt-4">
          {permissions.send && status === 'completed' && <RevokeLinks id={id} />}
          {permissions.delete && <DeleteReport report={report} onGone={onGone} />}
        </div>
      )}
    </div>
  )
}

function RevokeLinks({ id }: { readonly id: number }) {
  const texts = useTexts(reportTexts)
  const queries = useQueryClient()
  const mutation = useMutation({
    mutationFn: () => client.call('revoke_report_links', { path: { _id: id } }),
    onSuccess: () => {
      showToast(texts('report.revoked'))
      return queries.invalidateQueries({ queryKey: reportKeys.all })
    },
    onError: (error) => showWarning(errorText(error)),
  })
  return (
    <Button busy={mutation.isPending} title={texts('report.revokeMeans')} onClick={() => mutation.mutate()}>
      {texts('report.revoke')}
    </Button>
  )
}

function DeleteReport({ report: { id, name }, onGone }: { readonly report: Report; readonly onGone: () => void }) {
  const texts = useTexts(reportTexts)
  const queries = useQueryClient()
  return (
    <DeleteButton
      size="normal"
      title={texts('report.deleteAsk', { name })}
      consequences={texts('report.deleteMeans')}
      doneMessage={texts('report.deleted')}
      deleteRecord={() => client.call('delete_report', { path: { _id: id } })}
      onDone={() => {
        onGone()
        for (const { queryKey } of [reportQuery(id), deliveriesQuery(id)]) queries.removeQueries({ queryKey })
        return queries.invalidateQueries({ queryKey: [...reportKeys.all, 'list'] })
      }}
    />
  )
}
