/** What can be broken on purpose; each must be noticed. */
export const breaks = [
  // One figure of each report is wrong by a second.
  'second',
  // Rollups are not computed again after late results.
  'late',
  // Signatures are verified by their digest only, as many readers do.
  'byte',
  // The last days of the record are not sealed.
  'row',
] as const

export type Break = (typeof breaks)[number]

export const isBreak = (name: string): name is Break => (breaks as readonly string[]).includes(name)
