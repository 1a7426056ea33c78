import type { Client, EscalationCreateData, EventCreateData } from '@wachta/client'

/** An existing alert rule, or the data of a new one. */
export type StepRule = { readonly id: number } | { readonly create: EventCreateData }

/** The objects that were created already, so that a retry after an error creates nothing twice. */
export interface MadeStep {
  rule?: number
}

/** Adds a step to an alert rule, which is created if it is new, because contacts are notified only by alert rules. */
export async function createStep(
  via: Client,
  { rule, step }: { readonly rule: StepRule; readonly step: Omit<EscalationCreateData, 'event_id'> },
  made: MadeStep,
): Promise<void> {
  if ('create' in rule) made.rule ??= (await via.call('create_event', { body: rule.create })).id
  const event_id = 'create' in rule ? (made.rule ?? 0) : rule.id
  await via.call('create_escalation', { body: { ...step, event_id } })
}

/** The longest name that the API accepts for an alert rule. */
const maxName = 64

/** The rule for failures of a single service. */
export const ruleOfService = (name: string, service: number): EventCreateData => ({
  name: name.length > maxName ? `${name.slice(0, maxName - 1)}…` : name,
  kind: 'failure',
  scope: { service_ids: [service] },
})
