/** Writes a table of flags in the format that flags.ts parses. */
export const formatFlagTable = (columns: string, rows: readonly (readonly [string, string])[]): string =>
  [`flag ${columns}`, ...rows.map(([flag, cells]) => `${flag} ${cells}`)].join('\n')

/** The flags of a row that belongs to one account only. */
export const createAccountFlags = (...more: string[]): string =>
  formatFlagTable('owner administrator', [
    ['read', 'read read'],
    ['own', 'read -'],
    ...['update', 'delete', ...more].map((flag) => [flag, 'write write'] as const),
  ])

/** The flags of a row that belongs to an account and is never changed. */
export const createImmutableFlags = (...more: string[]): string =>
  formatFlagTable('owner administrator', [
    ['read', 'read read'],
    ['own', 'read -'],
    ...['delete', ...more].map((flag) => [flag, 'write write'] as const),
  ])

/** The flags of a row below a shared one, whose share allows changes with the given flag. */
const createSharedFlags = (share: string, ...more: string[]): string =>
  formatFlagTable('owner shared administrator', [
    ['read', 'read read read'],
    ['own', 'read - -'],
    ...['update', 'delete', ...more].map((flag) => [flag, `write write/${share} write`] as const),
  ])
export const createGroupFlags = (...more: string[]): string => createSharedFlags('can_modify_group', ...more)
export const createServiceFlags = (...more: string[]): string => createSharedFlags('can_modify_services', ...more)

export const readOnlyFlags = formatFlagTable('owner shared administrator', [
  ['read', 'read read read'],
  ['own', 'read - -'],
  ['update', '- - -'],
  ['delete', '- - -'],
])
