/** What can be broken on purpose; each must be detected. */
export const breaks = [
  // One count in each report is wrong by one second.
  'second',
  // Rollups are not recomputed after late results.
  'late',
  // Only the digest of signatures is verified, as many readers do.
  'byte',
  // The last days of the record are not sealed.
  'row',
] as const

export type Break = (typeof breaks)[number]

export const isBreak = (name: string): name is Break => (breaks as readonly string[]).includes(name)
