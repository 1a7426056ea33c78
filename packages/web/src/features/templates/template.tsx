import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { DefaultTemplate, Template } from '@wachta/client'
import { useHeldRecord } from '../../app/forms/unsaved.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { Failed } from '../../app/shell/failed.tsx'
import { useTitle } from '../../app/shell/use-title.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { defaultTemplatesQuery, templateQuery } from './queries.ts'
import { TemplateEditor } from './template-editor.tsx'

const route = getRouteApi('/inside/framed/templates/$id')

/** The editor of a template with its preview; a new one starts with the default text of its channel. */
export function TemplatePage() {
  const { id } = route.useParams()
  const { t } = useI18n()
  const isNew = id === 'new'
  const { data: defaultTemplates, error, refetch: refetchDefaults } = useQuery(defaultTemplatesQuery)
  const { data: template, error: templateError, refetch } = useQuery({ ...templateQuery(Number(id)), enabled: !isNew })
  useTitle(template?.name ?? t('template.new'))
  const failure = error ?? (isNew ? null : templateError)
  const retry = () => void Promise.all([refetchDefaults(), isNew || refetch()])
  if (!defaultTemplates || !(isNew || template))
    return failure ? <Failed error={failure} reset={retry} /> : <SkeletonRows label={t('common.loading')} />
  return (
    <>
      <PageHeader
        above={
          <Link to="/contacts" search={{ tab: 'templates' }} className="text-accent underline underline-offset-4">
            {t('people.templates')}
          </Link>
        }
        title={template?.name ?? t('template.new')}
        below={isNew && t('template.newText')}
      />
      {template ? (
        <ExistingTemplate template={template} defaultTemplates={defaultTemplates} />
      ) : (
        <NewTemplate defaultTemplates={defaultTemplates} />
      )}
    </>
  )
}

interface ExistingTemplateProps {
  readonly template: Template
  readonly defaultTemplates: readonly DefaultTemplate[]
}

/** Resets the editor when someone else has changed the template, unless it has unsaved changes. */
function ExistingTemplate({ template: current, defaultTemplates }: ExistingTemplateProps) {
  const template = useHeldRecord(current)
  return <TemplateEditor key={JSON.stringify(template)} template={template} defaultTemplates={defaultTemplates} />
}

function NewTemplate({ defaultTemplates }: { readonly defaultTemplates: readonly DefaultTemplate[] }) {
  const { language } = useI18n()
  const { channel: channel_id = 'email', language: language_id = language } = route.useSearch()
  const initialTemplate =
    defaultTemplates.find((each) => each.channel_id === channel_id && each.language_id === language_id) ??
    defaultTemplates[0]
  const blank: Partial<Template> = { name: '', ...initialTemplate }
  return <TemplateEditor key={`${channel_id} ${language_id}`} template={blank} defaultTemplates={defaultTemplates} />
}
