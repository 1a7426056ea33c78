import { getRouteApi, Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useMay } from '../../app/client/me.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { lazyPart } from '../../app/routing/lazy-part.ts'
import { LazyContent } from '../../app/shell/lazy-content.tsx'
import { useSearchChange } from '../../app/shell/use-list-search.ts'
import { useTitle } from '../../app/shell/use-title.ts'
import { buttonClass } from '../../ui/button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { ReportList } from './report-list.tsx'
import { reportTexts } from './texts.ts'

const route = getRouteApi('/inside/framed/reports')
const ReportTemplates = lazyPart(async () => (await import('./report-templates.tsx')).ReportTemplates)
const ReportPanel = lazyPart(async () => (await import('./report-panel.tsx')).ReportPanel)

/** The reports that were made, and the templates that they are made from. */
export function ReportsPage() {
  const { t } = useI18n()
  const texts = useTexts(reportTexts)
  useTitle(t('reports.title'))
  const { tab = 'reports', report } = route.useSearch()
  const mayCreate = useMay('create_report_templates')
  const change = useSearchChange()
  return (
    <>
      <PageHeader
        title={t('reports.title')}
        below={texts('reports.about')}
        actions={
          mayCreate && (
            <Link to="/reports/templates/$id" params={{ id: 'new' }} className={buttonClass('primary')}>
              {texts('reportTemplate.new')}
            </Link>
          )
        }
      />
      <Tabs
        label={t('reports.title')}
        value={tab === 'templates' ? 'templates' : 'reports'}
        onChange={(next) => change({ tab: next === 'reports' ? '' : next, query: '', page: '', sort: '' })}
        tabs={[
          { id: 'reports', label: texts('reports.made'), content: <ReportList /> },
          {
            id: 'templates',
            label: texts('reports.templates'),
            content: (
              <LazyContent>
                <ReportTemplates />
              </LazyContent>
            ),
          },
        ]}
      />
      {report && (
        <Suspense>
          <ReportPanel key={report} id={Number(report)} onClose={() => change({ report: '' })} />
        </Suspense>
      )}
    </>
  )
}
