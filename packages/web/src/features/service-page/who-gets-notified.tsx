import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Service } from '@wachta/client'
import { Suspense, useState } from 'react'
import { useMay } from '../../app/client/me.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { lazyPart } from '../../app/routing/lazy-part.ts'
import { Failed } from '../../app/shell/failed.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ScreenSection } from '../../ui/section.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { StatusMark } from '../../ui/status-mark.tsx'
import { ruleCoversOnlyService, ruleCoversService } from '../escalations/covers.ts'
import { buildServiceRule } from '../escalations/create-step.ts'
import { type Policy, policiesQuery } from '../escalations/queries.ts'
import { useScopeText } from '../escalations/use-scope-text.ts'
import { LegacyRecipients } from './legacy-recipients.tsx'
import { NotifiedStep } from './notified-step.tsx'

const AddStep = lazyPart(async () => (await import('../escalations/add-step.tsx')).AddStep)

/** Who gets notified about a service, when and how: its alert rules with their steps, contacts and channels. */
export function WhoGetsNotified({ service }: { readonly service: Service }) {
  const { t } = useI18n()
  const isOwn = service.permissions?.own === true
  const { data, error, refetch } = useQuery({ ...policiesQuery, enabled: isOwn })
  // Alert rules belong to the owner; others cannot read them.
  if (!isOwn) return <p className="max-w-prose text-muted">{t('notified.notOwn')}</p>
  if (!data)
    return error ? <Failed error={error} reset={() => void refetch()} /> : <SkeletonRows label={t('common.loading')} />
  return <NotifiedRules service={service} policies={data.filter(({ event }) => ruleCoversService(event, service))} />
}

interface NotifiedRulesProps {
  readonly service: Service
  readonly policies: readonly Policy[]
}

function NotifiedRules({ service, policies }: NotifiedRulesProps) {
  const { t } = useI18n()
  /** The id of the rule that gets a step; null for a new rule of this service; undefined while no dialog is open. */
  const [target, setTarget] = useState<number | null | undefined>(undefined)
  const ownRule = policies.find(({ event }) => ruleCoversOnlyService(event, service.id) && event.kind === 'failure')
  const changeable = policies.filter(({ event }) => event.permissions?.create_escalations)
  const mayCreate = useMay('create_events') === true
  const newRule =
    mayCreate && !ownRule ? buildServiceRule(t('notified.rule', { name: service.name }), service.id) : null
  const addButton = (changeable.length > 0 || newRule) && (
    <Button kind="primary" onClick={() => setTarget(ownRule?.event.id ?? (newRule ? null : changeable[0]?.event.id))}>
      {t(policies.length > 0 ? 'policies.new' : 'policy.add')}
    </Button>
  )
  return (
    <div className="grid max-w-5xl gap-8">
      <ScreenSection title={t('notified.title')} text={t('notified.text')} actions={policies.length > 0 && addButton}>
        {policies.length === 0 && (
          <EmptyState title={t('notified.emptyTitle')} action={addButton}>
            {t('notified.empty')}
          </EmptyState>
        )}
        <ul aria-label={t('notified.title')} className="grid gap-4">
          {policies.map((policy) => (
            <OneRule key={policy.event.id} policy={policy} onAdd={() => setTarget(policy.event.id)} />
          ))}
        </ul>
      </ScreenSection>
      <LegacyRecipients service={service} />
      {target !== undefined && (
        <Suspense>
          <AddStep policies={changeable} newRule={newRule} initial={target} onClose={() => setTarget(undefined)} />
        </Suspense>
      )}
    </div>
  )
}

interface OneRuleProps {
  readonly policy: Policy
  readonly onAdd: () => void
}

function OneRule({ policy: { event, steps }, onAdd }: OneRuleProps) {
  const { t } = useI18n()
  const getScopeText = useScopeText()
  const activeSteps = steps.filter(({ is_active }) => is_active)
  return (
    <li className="rounded-md border border-line bg-surface">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line px-4 py-3">
        <div className="min-w-0">
          <Link
            to="/events/rules/$id"
            params={{ id: String(event.id) }}
            className="font-medium text-ink underline underline-offset-4"
          >
            {event.name}
          </Link>
          <p className="text-sm text-muted">{getScopeText(event)}</p>
          {!event.is_active && <StatusMark status="paused" text={t('policies.off')} />}
        </div>
        <div className="flex flex-wrap gap-2">
          <Link to="/escalations/$id" params={{ id: String(event.id) }} className={buttonClass('quiet', 'small')}>
            {t('rule.openPolicy')}
          </Link>
          {event.permissions?.create_escalations && (
            <Button size="small" aria-label={t('notified.addTo', { name: event.name })} onClick={onAdd}>
              {t('policy.add')}
            </Button>
          )}
        </div>
      </div>
      {activeSteps.length === 0 && (
        <p className="px-4 py-3">
          <StatusMark status="warning" text={t('policies.noRecipients')} />
        </p>
      )}
      <ol className="divide-y divide-line">
        {activeSteps.map((step) => (
          <NotifiedStep key={step.id} step={step} />
        ))}
      </ol>
    </li>
  )
}
