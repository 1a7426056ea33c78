import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReportTemplate } from '@wachta/client'
import { useMay, useMe } from '../../app/client/me.ts'
import { useHeldRecord } from '../../app/forms/unsaved.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { Failed } from '../../app/shell/failed.tsx'
import { useTitle } from '../../app/shell/use-title.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { reportEditorTexts } from './editor-texts.ts'
import { reportTemplateQuery } from './queries.ts'
import { ReportTemplateEditor } from './template-editor.tsx'
import { reportTexts } from './texts.ts'

const route = getRouteApi('/inside/framed/reports/templates/$id')

/** The editor of a report template, next to the document that it makes. */
export function ReportTemplatePage() {
  const { id } = route.useParams()
  const { t } = useI18n()
  const texts = useTexts(reportTexts)
  const editorTexts = useTexts(reportEditorTexts)
  const isNew = id === 'new'
  const { data: me, error: meError, refetch: refetchMe } = useMe()
  const mayCreate = useMay('create_report_templates')
  const { data: template, error, refetch } = useQuery({ ...reportTemplateQuery(Number(id)), enabled: !isNew })
  useTitle(template?.name ?? texts('reportTemplate.new'))
  const failure = meError ?? (isNew ? null : error)
  const retry = () => void Promise.all([refetchMe(), isNew || refetch()])
  if (!me || !(isNew || template))
    return failure ? <Failed error={failure} reset={retry} /> : <SkeletonRows label={t('common.loading')} />
  return (
    <>
      <PageHeader
        above={
          <Link to="/reports" search={{ tab: 'templates' }} className="text-accent underline underline-offset-4">
            {texts('reports.templates')}
          </Link>
        }
        title={template?.name ?? texts('reportTemplate.new')}
        below={isNew && editorTexts('reportTemplate.newText')}
      />
      {template ? (
        <ExistingTemplate template={template} />
      ) : (
        <ReportTemplateEditor
          template={{ language_id: me.language_id, time_zone_id: me.time_zone_id }}
          isReadOnly={mayCreate !== true}
        />
      )}
    </>
  )
}

/** Resets the editor when someone else has changed the template, unless it has unsaved changes. */
function ExistingTemplate({ template: current }: { readonly template: ReportTemplate }) {
  const template = useHeldRecord(current)
  return (
    <ReportTemplateEditor
      key={JSON.stringify(template)}
      template={template}
      isReadOnly={template.permissions?.update !== true}
    />
  )
}
