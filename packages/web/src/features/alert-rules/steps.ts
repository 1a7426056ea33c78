import type { Escalation, OccurrenceDetails } from '@wachta/client'

/** What a step of the ladder is called; null in the older style, and where it is gone. */
export function stepNameOf(
  id: number | null,
  { escalations }: Pick<OccurrenceDetails, 'escalations'>,
  steps: readonly Pick<Escalation, 'id' | 'name'>[],
): string | null {
  if (id === null) return null
  return (
    steps.find((step) => step.id === id)?.name ?? escalations.find((each) => each.escalation_id === id)?.name ?? null
  )
}

/** Whom a step tells: contacts and groups of them, by name. */
export function peopleOf(
  id: number,
  steps: readonly Pick<Escalation, 'id' | 'contacts' | 'contact_groups'>[],
): string[] {
  const step = steps.find((each) => each.id === id)
  return [...(step?.contacts ?? []), ...(step?.contact_groups ?? [])].flatMap(({ name }) => name ?? [])
}
