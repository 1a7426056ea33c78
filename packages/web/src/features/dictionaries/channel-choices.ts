interface NamedChannel {
  readonly id: string
  readonly name: string
}

/** A channel as people choose it; most have one form, e-mail has several. */
export interface ChannelChoice<Channel extends NamedChannel = NamedChannel> {
  readonly id: string
  readonly name: string
  readonly variants: readonly Channel[]
}

/** Channels that deliver nothing any more; they are shown only where they are in use. */
export const discontinuedChannels: readonly string[] = ['gadu_gadu', 'hipchat']

/** The forms of one channel, the most common one first. */
const families: readonly (readonly string[])[] = [
  ['email', 'email_short', 'email_simplified', 'email_extended', 'email_dedicated'],
  ['ms_teams', 'ms_teams_extended'],
]

/** What most people look for comes first; all others follow by name. */
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

/** Arranges channels for a choice. Of discontinued ones, those in use remain. */
export function arrangeChannels<Channel extends NamedChannel>(
  channels: readonly Channel[],
  inUse: readonly string[],
): readonly ChannelChoice<Channel>[] {
  const offered = channels.filter(({ id }) => !discontinuedChannels.includes(id) || inUse.includes(id))
  const byFamily = Map.groupBy(offered, ({ id }) => getFamily(id))
  const choices = [...byFamily].flatMap(([family, members]) => {
    const variants = members.toSorted((one, other) => family.indexOf(one.id) - family.indexOf(other.id))
    const [usual] = variants
    return usual ? [{ id: usual.id, name: usual.name, variants }] : []
  })
  return choices.sort((one, other) => rank(one.id) - rank(other.id) || one.name.localeCompare(other.name))
}

function rank(id: string): number {
  const place = defaultOrder.indexOf(getFamily(id)[0] ?? id)
  return place === -1 ? defaultOrder.length : place
}

/** Returns the choice that a channel belongs to. */
export const findChoice = <Channel extends NamedChannel>(
  choices: readonly ChannelChoice<Channel>[],
  id: string,
): ChannelChoice<Channel> | undefined => choices.find(({ variants }) => variants.some((each) => each.id === id))

/** Returns the ids of the choices of which at least one variant is chosen. */
export const chosenChoices = (choices: readonly ChannelChoice[], chosen: readonly string[]): readonly string[] =>
  choices.filter(({ variants }) => variants.some(({ id }) => chosen.includes(id))).map(({ id }) => id)

/** Returns the chosen channels after choices were ticked or unticked: with all their variants, or with none. */
export function changeChoices(
  choices: readonly ChannelChoice[],
  before: readonly string[],
  ticked: ReadonlySet<string>,
): string[] {
  const wasTicked = new Set(chosenChoices(choices, before))
  const ids = (of: (choice: ChannelChoice) => boolean) =>
    choices.filter(of).flatMap(({ variants }) => variants.map(({ id }) => id))
  const added = ids(({ id }) => ticked.has(id) && !wasTicked.has(id))
  const removed = new Set(ids(({ id }) => !ticked.has(id)))
  return [...before.filter((id) => !removed.has(id)), ...added]
}
