import type { Escalation } from '@wachta/client'

const editableFields = [
  'name',
  'is_active',
  'delay',
  'repeat_interval',
  'maximum_repeats',
  'contact_ids',
  'contact_group_ids',
  'channel_ids',
  'notify_end',
] as const

export const stepFields: readonly string[] = editableFields
type Values = Readonly<Pick<Escalation, (typeof editableFields)[number]>>

/** An edited step; the key identifies it before it has an id. */
export interface EscalationStep extends Values {
  readonly key: string
}

/** A step as it is stored by the API. */
export interface StoredStep {
  readonly id: number
  readonly step: EscalationStep
}

export const toStoredStep = (escalation: Escalation): StoredStep => ({
  id: escalation.id,
  step: { key: String(escalation.id), ...pickValues(escalation) },
})

const quarterHourSeconds = 900

/** Returns the delay of a step to append to sorted steps: a quarter of an hour more than the last one. */
export const nextDelay = (steps: readonly Pick<EscalationStep, 'delay'>[]): number => {
  const last = steps.at(-1)
  return last ? last.delay + quarterHourSeconds : 0
}

/** Appends a step, a quarter of an hour after the last one and without recipients. */
export function addStep(steps: readonly EscalationStep[], key: string, name: string): EscalationStep[] {
  const step: EscalationStep = {
    key,
    name,
    is_active: true,
    delay: nextDelay(steps),
    repeat_interval: 0,
    maximum_repeats: 0,
    contact_ids: [],
    contact_group_ids: [],
    channel_ids: null,
    notify_end: true,
  }
  return [...steps, step]
}

export const sortByDelay = (steps: readonly EscalationStep[]): EscalationStep[] =>
  steps.toSorted((one, other) => one.delay - other.delay)

export const isInOrder = (steps: readonly EscalationStep[]): boolean =>
  sortByDelay(steps).every((step, index) => step === steps[index])

/** Moves a step. The delays stay at their positions, so that an earlier position still notifies earlier. */
export function moveStep(steps: readonly EscalationStep[], from: number, to: number): EscalationStep[] {
  const movedStep = steps[from]
  if (!movedStep || to < 0 || to >= steps.length) return [...steps]
  const others = steps.filter((_, index) => index !== from)
  const reordered = [...others.slice(0, to), movedStep, ...others.slice(to)]
  return reordered.map((step, index) => ({ ...step, delay: steps[index]?.delay ?? step.delay }))
}

export type StepChange =
  | { readonly kind: 'create'; readonly key: string; readonly body: Values }
  | { readonly kind: 'update'; readonly key: string; readonly id: number; readonly body: Partial<Values> }
  | { readonly kind: 'delete'; readonly key: string; readonly id: number }

/**
 * Returns the requests that turn the stored steps into the edited ones. Additions come before deletions, so that there
 * is no time without steps.
 */
export function planStepChanges(stored: readonly StoredStep[], steps: readonly EscalationStep[]): StepChange[] {
  const storedByKey = new Map(stored.map((each) => [each.step.key, each]))
  const changes = steps.flatMap((step): StepChange[] => {
    const storedStep = storedByKey.get(step.key)
    if (!storedStep) return [{ kind: 'create', key: step.key, body: pickValues(step) }]
    const body = findDifference(storedStep.step, step)
    return Object.keys(body).length > 0 ? [{ kind: 'update', key: step.key, id: storedStep.id, body }] : []
  })
  const deletions = stored
    .filter(({ step }) => !steps.some(({ key }) => key === step.key))
    .map(({ id, step }): StepChange => ({ kind: 'delete', key: step.key, id }))
  return [...changes, ...deletions]
}

/** Returns the stored steps after a change; `id` is the id of the step if the change created it. */
export function applyChange(stored: readonly StoredStep[], change: StepChange, id: number): StoredStep[] {
  if (change.kind === 'create') return [...stored, { id, step: { key: change.key, ...change.body } }]
  if (change.kind === 'delete') return stored.filter((each) => each.id !== change.id)
  return stored.map((each) => (each.id === change.id ? { ...each, step: { ...each.step, ...change.body } } : each))
}

const pickValues = (values: Values): Values =>
  Object.fromEntries(editableFields.map((name) => [name, values[name]])) as unknown as Values

function findDifference(before: Values, after: Values): Partial<Values> {
  const changed = editableFields.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  return Object.fromEntries(changed.map((name) => [name, after[name]]))
}
