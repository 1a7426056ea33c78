import type { Client, EscalationCreateData, EventCreateData } from '@wachta/client'

/** An existing alert rule, or the data of a new one. */
export type StepRule = { readonly id: number } | { readonly create: EventCreateData }

/** The id of the new rule once it exists, so that a retry after an error does not create the rule again. */
export interface CreatedRule {
  rule?: number
}

/** Adds a step to an alert rule, which is created if it is new, because contacts are notified only by alert rules. */
export async function createStep(
  client: Client,
  { rule, step }: { readonly rule: StepRule; readonly step: Omit<EscalationCreateData, 'event_id'> },
  createdRule: CreatedRule,
): Promise<void> {
  if ('create' in rule) createdRule.rule ??= (await client.call('create_event', { body: rule.create })).id
  const event_id = 'create' in rule ? (createdRule.rule ?? 0) : rule.id
  await client.call('create_escalation', { body: { ...step, event_id } })
}

/** The longest name that the API accepts for an alert rule. */
const maxNameLength = 64

/** The rule for failures of a single service. */
export const buildServiceRule = (name: string, service: number): EventCreateData => ({
  name: shorten(name),
  kind: 'failure',
  scope: { service_ids: [service] },
})

/** Shortens a name to the limit of the API, which counts whole characters: an emoji is never cut in half. */
function shorten(name: string): string {
  const characters = [...name]
  return characters.length > maxNameLength ? `${characters.slice(0, maxNameLength - 1).join('')}…` : name
}
