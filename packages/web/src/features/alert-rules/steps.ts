import type { Escalation, OccurrenceDetails } from '@wachta/client'

/** Returns the name of an escalation step; null for legacy notifications and for a deleted step. */
export function findStepName(
  id: number | null,
  { escalations }: Pick<OccurrenceDetails, 'escalations'>,
  steps: readonly Pick<Escalation, 'id' | 'name'>[],
): string | null {
  if (id === null) return null
  return (
    steps.find((step) => step.id === id)?.name ?? escalations.find((each) => each.escalation_id === id)?.name ?? null
  )
}

/** Returns the names of the contacts and groups that a step notifies. */
export function listRecipients(
  id: number,
  steps: readonly Pick<Escalation, 'id' | 'contacts' | 'contact_groups'>[],
): string[] {
  const step = steps.find((each) => each.id === id)
  return [...(step?.contacts ?? []), ...(step?.contact_groups ?? [])].flatMap(({ name }) => name ?? [])
}
