interface NamedChannel {
  readonly id: string
  readonly name: string
}

/** A channel as users choose it. Most channels have one variant; e-mail has several. */
export interface ChannelChoice<Channel extends NamedChannel = NamedChannel> {
  readonly id: string
  readonly name: string
  readonly variants: readonly Channel[]
}

/** Channels that no longer deliver anything; they are shown only where they are in use. */
export const discontinuedChannels: readonly string[] = ['gadu_gadu', 'hipchat']

/** Channels with several variants, the most common variant first. */
const families: readonly (readonly string[])[] = [
  ['email', 'email_short', 'email_simplified', 'email_extended', 'email_dedicated'],
  ['ms_teams', 'ms_teams_extended'],
]

/** The most popular channels come first; all others follow in order of name. */
const defaultOrder = [
  'email',
  'sms',
  'telephone',
  'push',
  'slack',
  'ms_teams',
  'telegram',
  'discord',
  'mattermost',
  'matrix',
  'ntfy',
  'webhook',
  'json_post',
  'pagerduty',
  'opsgenie',
]

const getFamily = (id: string): readonly string[] => families.find((family) => family.includes(id)) ?? [id]

/** Groups and sorts channels for a selection. Discontinued channels are omitted unless they are in use. */
export function arrangeChannels<Channel extends NamedChannel>(
  channels: readonly Channel[],
  inUse: readonly string[],
): readonly ChannelChoice<Channel>[] {
  const offered = channels.filter(({ id }) => !discontinuedChannels.includes(id) || inUse.includes(id))
  const byFamily = Map.groupBy(offered, ({ id }) => getFamily(id))
  const choices = [...byFamily].flatMap(([family, members]) => {
    const variants = members.toSorted((one, other) => family.indexOf(one.id) - family.indexOf(other.id))
    const [firstVariant] = variants
    return firstVariant ? [{ id: firstVariant.id, name: firstVariant.name, variants }] : []
  })
  return choices.sort((one, other) => rank(one.id) - rank(other.id) || one.name.localeCompare(other.name))
}

function rank(id: string): number {
  const index = defaultOrder.indexOf(getFamily(id)[0] ?? id)
  return index === -1 ? defaultOrder.length : index
}

/** Returns the choice that a channel belongs to. */
export const findChoice = <Channel extends NamedChannel>(
  choices: readonly ChannelChoice<Channel>[],
  id: string,
): ChannelChoice<Channel> | undefined => choices.find(({ variants }) => variants.some((each) => each.id === id))

/** Returns the ids of the choices of which at least one variant is chosen. */
export const findChosenChoices = (choices: readonly ChannelChoice[], chosen: readonly string[]): readonly string[] =>
  choices.filter(({ variants }) => variants.some(({ id }) => chosen.includes(id))).map(({ id }) => id)

/** Returns the chosen channels after choices were ticked or unticked, which adds or removes all their variants. */
export function changeChoices(
  choices: readonly ChannelChoice[],
  before: readonly string[],
  ticked: ReadonlySet<string>,
): string[] {
  const tickedBefore = new Set(findChosenChoices(choices, before))
  const listVariantIds = (isIncluded: (choice: ChannelChoice) => boolean) =>
    choices.filter(isIncluded).flatMap(({ variants }) => variants.map(({ id }) => id))
  const added = listVariantIds(({ id }) => ticked.has(id) && !tickedBefore.has(id))
  const removed = new Set(listVariantIds(({ id }) => !ticked.has(id)))
  return [...before.filter((id) => !removed.has(id)), ...added]
}
