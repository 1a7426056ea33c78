/** The channels that can carry files. */
const channelsWithAttachments: ReadonlySet<string> = new Set(['email', 'email_extended', 'email_dedicated'])

export const hasAttachments = (channel: string): boolean => channelsWithAttachments.has(channel)

/** Returns the selected types: those that were selected before keep their order, in which they are attached. */
export const changeArtifactTypes = (previous: readonly string[], selected: ReadonlySet<string>): readonly string[] => [
  ...new Set([...previous.filter((id) => selected.has(id)), ...selected]),
]
