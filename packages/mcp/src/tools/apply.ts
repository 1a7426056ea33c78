import { createHash } from 'node:crypto'
import type { ApplyData, ApplyResult } from '@wachta/client'
import { Type } from 'typebox'
import { noOtherInputs } from '../inputs.ts'
import { ToolError, tool } from '../tool.ts'

const maxSteps = 100

const sectionNames = [
  'groups',
  'services',
  'contacts',
  'events',
  'escalations',
  'report_templates',
  'status_pages',
  'status_page_components',
] as const
type Sections = Pick<ApplyData, (typeof sectionNames)[number]>

const sections = Type.Unsafe<Sections>({
  type: 'object',
  properties: Object.fromEntries(sectionNames.map((name) => [name, { type: 'array', items: { type: 'object' } }])),
  additionalProperties: false,
  description: 'Sections of the declared configuration; each object has an external_id',
})
const prune = Type.Optional(
  Type.Boolean({ description: 'Also delete declared objects that are missing here; default false' }),
)

export const planConfiguration = tool({
  name: 'plan_configuration',
  title: 'Plan a configuration',
  description: 'Dry run: show what a declared configuration would create, change and delete. Changes nothing.',
  input: Type.Object({ configuration: sections, prune }, noOtherInputs),
  operations: ['apply'],
  effect: 'none',
  async run({ configuration, prune = false }, { api }) {
    const result = await api.call('apply', { body: { ...configuration, prune, dry_run: true } })
    return toShownPlan({ configuration, prune, result })
  },
})

export const applyConfiguration = tool({
  name: 'apply_configuration',
  title: 'Apply a configuration',
  description:
    'Carry out a plan of plan_configuration that the user has approved; needs its plan_digest and the same arguments. If the plan has changed since, nothing is applied.',
  input: Type.Object(
    { configuration: sections, prune, plan_digest: Type.String({ pattern: '^[0-9a-f]{64}$' }) },
    noOtherInputs,
  ),
  operations: ['apply'],
  effect: 'destructive',
  idempotent: true,
  async run({ configuration, prune = false, plan_digest }, { api }) {
    const planned = await api.call('apply', { body: { ...configuration, prune, dry_run: true } })
    if (digestPlan({ configuration, prune, result: planned }) !== plan_digest)
      throw new ToolError(
        'The plan does not match this plan_digest. Run plan_configuration again and show it to the user.',
      )
    const body = {
      ...configuration,
      prune,
      dry_run: false,
      expected_deletions: planned.deletions_digest,
    }
    const { summary } = await api.call('apply', { body })
    return { applied: true, ...summary }
  },
})

interface PlannedApply {
  readonly configuration: Sections
  readonly prune: boolean
  readonly result: ApplyResult
}

/** Identifies a declared configuration and its effect; `deletions_digest` of the API covers the deletions alone. */
function digestPlan({ configuration, prune, result }: PlannedApply): string {
  const steps = result.plan.filter(({ action }) => action !== 'unchanged').map((step) => toCanonical(step))
  const parts = [toCanonical(configuration), prune, result.deletions_digest, ...steps.toSorted()]
  return createHash('sha256').update(parts.join('\n')).digest('hex')
}

/** JSON with sorted members: a model may write the same configuration in another order. */
const toCanonical = (value: unknown): string =>
  JSON.stringify(value, (_name, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : each,
  )

function toShownPlan(planned: PlannedApply) {
  const { summary, plan } = planned.result
  const steps = plan.filter(({ action }) => action !== 'unchanged')
  return {
    ...summary,
    steps: steps.slice(0, maxSteps),
    ...(steps.length > maxSteps && { steps_not_shown: steps.length - maxSteps }),
    plan_digest: digestPlan(planned),
  }
}
