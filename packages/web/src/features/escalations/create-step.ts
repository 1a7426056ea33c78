import type { Client, EscalationCreateData, EventCreateData } from '@wachta/client'

/** An existing alert rule, or the data of a new one. */
export type StepRule = { readonly id: number } | { readonly create: EventCreateData }

/** The objects that already exist, so that a retry after an error does not create them again. */
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

/** Cuts off whole characters, as the API counts them; half an emoji is none. */
function shorten(name: string): string {
  const characters = [...name]
  return characters.length > maxNameLength ? `${characters.slice(0, maxNameLength - 1).join('')}…` : name
}
