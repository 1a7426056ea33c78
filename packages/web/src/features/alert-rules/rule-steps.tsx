import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Escalation, Event } from '@wachta/client'
import { Suspense, useState } from 'react'
import { useI18n } from '../../app/i18n/language.tsx'
import { lazyPart } from '../../app/routing/lazy-part.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { ScreenSection } from '../../ui/section.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ruleStepsQuery } from './queries.ts'
import { listRecipients } from './steps.ts'

const AddStep = lazyPart(async () => (await import('../escalations/add-step.tsx')).AddStep)

/** The escalation policy of an alert rule: who is notified when. */
export function RuleSteps({ rule }: { readonly rule: Event }) {
  const { t } = useI18n()
  const { data } = useQuery(ruleStepsQuery(rule.id))
  const [isAdding, setAdding] = useState(false)
  const mayAdd = rule.permissions?.create_escalations === true
  return (
    <div className="mt-8 max-w-4xl">
      <ScreenSection
        title={t('rule.steps')}
        actions={
          <div className="flex flex-wrap gap-2">
            <Link to="/escalations/$id" params={{ id: String(rule.id) }} className={buttonClass('quiet')}>
              {t('rule.openPolicy')}
            </Link>
            {mayAdd && (
              <Button disabled={!data} onClick={() => setAdding(true)}>
                {t('policy.add')}
              </Button>
            )}
          </div>
        }
      >
        {!data && <Skeleton className="h-16" />}
        {data?.length === 0 && <p className="max-w-prose text-muted">{t('rule.noSteps')}</p>}
        <ol className="grid gap-3">
          {data?.map((step) => (
            <Step key={step.id} step={step} />
          ))}
        </ol>
      </ScreenSection>
      {isAdding && data && (
        <Suspense>
          <AddStep
            policies={[{ event: rule, steps: data }]}
            newRule={null}
            initial={rule.id}
            onClose={() => setAdding(false)}
          />
        </Suspense>
      )}
    </div>
  )
}

function Step({ step }: { readonly step: Escalation }) {
  const { t, formats } = useI18n()
  return (
    <li className="grid gap-x-4 sm:grid-cols-[9rem_minmax(0,1fr)]">
      <span className="text-muted">
        {step.delay === 0 ? t('rule.atOnce') : t('rule.after', { time: formats.duration(step.delay) })}
      </span>
      <div className="min-w-0">
        <p className="font-medium">
          {step.name}
          {!step.is_active && ` · ${t('rule.off')}`}
        </p>
        <p className="text-sm text-muted">
          {formats.list(listRecipients(step.id, [step]))}
          {step.repeat_interval > 0 && ` · ${t('rule.every', { time: formats.duration(step.repeat_interval) })}`}
        </p>
      </div>
    </li>
  )
}
