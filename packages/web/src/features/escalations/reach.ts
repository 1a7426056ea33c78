import type { ContactAddress, ContactGroup, Escalation } from '@wachta/client'

/** The fields of an escalation step that determine who is notified when. */
export type NotifyingStep = Pick<
  Escalation,
  'contact_ids' | 'contact_group_ids' | 'channel_ids' | 'delay' | 'repeat_interval' | 'maximum_repeats' | 'is_active'
>
export type ReachAddress = Pick<ContactAddress, 'contact_id' | 'channel_id' | 'is_verified'>
export type ReachGroup = Pick<ContactGroup, 'id' | 'contact_ids'>

/** Returns the contacts of a step, single ones and members of groups, without duplicates. */
export function listContacts(
  step: Pick<NotifyingStep, 'contact_ids' | 'contact_group_ids'>,
  groups: readonly ReachGroup[],
): number[] {
  const members = groups
    .filter(({ id }) => step.contact_group_ids.includes(id))
    .flatMap(({ contact_ids }) => contact_ids)
  return [...new Set([...step.contact_ids, ...members])]
}

export interface ReachedChannels {
  /** Channels on which the contact is notified. */
  readonly channels: readonly string[]
  /** Channels on which the contact would be notified if the address was verified. */
  readonly unverified: readonly string[]
}

/** Returns the channels on which a step notifies a contact with these addresses. */
export function listReachedChannels(
  { channel_ids }: Pick<NotifyingStep, 'channel_ids'>,
  addresses: readonly ReachAddress[],
): ReachedChannels {
  const matchingAddresses = addresses.filter(
    ({ channel_id }) => channel_ids === null || channel_ids.includes(channel_id),
  )
  const listChannelIds = (list: readonly ReachAddress[]) => [...new Set(list.map(({ channel_id }) => channel_id))]
  const channels = listChannelIds(matchingAddresses.filter(({ is_verified }) => is_verified))
  const unverified = listChannelIds(matchingAddresses.filter(({ is_verified }) => !is_verified))
  return { channels, unverified: unverified.filter((key) => !channels.includes(key)) }
}

/** A cell of the table of contacts and alert rules: when and how a step notifies a contact. */
export interface ReachCell
  extends ReachedChannels,
    Pick<NotifyingStep, 'delay' | 'repeat_interval' | 'maximum_repeats'> {}

/** A contact with its addresses. */
interface ReachContact {
  readonly id: number
  readonly addresses: readonly ReachAddress[]
}

/** Returns when and how a policy notifies a contact: a cell for each active step with the contact, earliest first. */
export function buildCells(
  { id, addresses }: ReachContact,
  steps: readonly NotifyingStep[],
  groups: readonly ReachGroup[],
): ReachCell[] {
  return steps
    .filter((step) => step.is_active && listContacts(step, groups).includes(id))
    .toSorted((one, other) => one.delay - other.delay)
    .map((step) => ({
      delay: step.delay,
      repeat_interval: step.repeat_interval,
      maximum_repeats: step.maximum_repeats,
      ...listReachedChannels(step, addresses),
    }))
}

/** Whether any step notifies at least one contact. */
export function hasRecipients(
  steps: readonly NotifyingStep[],
  getAddresses: (contact: number) => readonly ReachAddress[],
  groups: readonly ReachGroup[],
): boolean {
  return steps.some(
    (step) =>
      step.is_active &&
      listContacts(step, groups).some(
        (contact) => listReachedChannels(step, getAddresses(contact)).channels.length > 0,
      ),
  )
}
