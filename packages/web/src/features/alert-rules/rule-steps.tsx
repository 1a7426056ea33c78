import { useQuery } from '@tanstack/react-query'
import type { Escalation } from '@wachta/client'
import { useI18n } from '../../app/i18n/language.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ruleStepsQuery } from './queries.ts'
import { listPeople } from './steps.ts'

/** The escalation policy of an alert rule: who is notified when. */
export function RuleSteps({ rule }: { readonly rule: number }) {
  const { t } = useI18n()
  const { data } = useQuery(ruleStepsQuery(rule))
  return (
    <section aria-labelledby="steps" className="mt-8 max-w-4xl">
      <h2 id="steps" className="mb-3 text-lg font-semibold">
        {t('rule.steps')}
      </h2>
      {!data && <Skeleton className="h-16" />}
      {data?.length === 0 && <p className="max-w-prose text-muted">{t('rule.noSteps')}</p>}
      <ol className="grid gap-3">
        {data?.map((step) => (
          <Step key={step.id} step={step} />
        ))}
      </ol>
    </section>
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
          {formats.list(listPeople(step.id, [step]))}
          {step.repeat_interval > 0 && ` · ${t('rule.every', { time: formats.duration(step.repeat_interval) })}`}
        </p>
      </div>
    </li>
  )
}
