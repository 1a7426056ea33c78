import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { Event } from '@wachta/client'
import { useMay } from '../../app/client/me.ts'
import { useHeldRecord } from '../../app/forms/unsaved.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { Failed } from '../../app/shell/failed.tsx'
import { useTitle } from '../../app/shell/use-title.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { DeleteRule } from './delete-rule.tsx'
import { ruleQuery } from './queries.ts'
import { RuleForm } from './rule-form.tsx'
import { RuleSteps } from './rule-steps.tsx'

const route = getRouteApi('/inside/framed/events/rules/$id')

/** The page of an existing or a new rule. */
export function RulePage() {
  const { id } = route.useParams()
  return id === 'new' ? <NewRule /> : <ExistingRule key={id} id={Number(id)} />
}

function NewRule() {
  const { t } = useI18n()
  useTitle(t('rules.new'))
  const mayCreate = useMay('create_events')
  return (
    <>
      <PageHeader above={<RulesLink />} title={t('rules.new')} />
      {mayCreate !== undefined && <RuleForm rule={null} isReadOnly={!mayCreate} />}
    </>
  )
}

function ExistingRule({ id }: { readonly id: number }) {
  const { t } = useI18n()
  const { data: rule, error, refetch } = useQuery(ruleQuery(id))
  useTitle(rule?.name ?? t('incidents.rules'))
  if (!rule)
    return error ? <Failed error={error} reset={() => void refetch()} /> : <SkeletonRows label={t('common.loading')} />
  return (
    <>
      <PageHeader
        above={<RulesLink />}
        title={rule.name}
        below={rule.external_id !== null && t('rule.declared', { name: rule.external_id })}
        actions={rule.permissions?.delete && <DeleteRule rule={rule} />}
      />
      <RuleEditor rule={rule} />
      <RuleSteps rule={rule} />
    </>
  )
}

/** Fills the form again when the rule has changed on the server, unless the form has unsaved changes. */
function RuleEditor({ rule: current }: { readonly rule: Event }) {
  const rule = useHeldRecord(current)
  return <RuleForm key={JSON.stringify(rule)} rule={rule} isReadOnly={rule.permissions?.update !== true} />
}

function RulesLink() {
  const { t } = useI18n()
  return (
    <Link to="/events/rules" className="text-accent underline underline-offset-4">
      {t('incidents.rules')}
    </Link>
  )
}
