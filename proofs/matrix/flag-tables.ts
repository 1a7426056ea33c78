/** A table of flags as flags.ts reads it. */
export const table = (columns: string, rows: readonly (readonly [string, string])[]): string =>
  [`flag ${columns}`, ...rows.map(([flag, cells]) => `${flag} ${cells}`)].join('\n')

/** The flags of a row that belongs to one account only. */
export const ofAccount = (...more: string[]): string =>
  table('owner administrator', [
    ['read', 'read read'],
    ['own', 'read -'],
    ...['update', 'delete', ...more].map((flag) => [flag, 'write write'] as const),
  ])

/** The flags of a row that belongs to an account and is never changed. */
export const madeOnce = (...more: string[]): string =>
  table('owner administrator', [
    ['read', 'read read'],
    ['own', 'read -'],
    ...['delete', ...more].map((flag) => [flag, 'write write'] as const),
  ])

/** The flags of a row below a shared one, whose share allows changes with the given flag. */
const through = (share: string, ...more: string[]): string =>
  table('owner shared administrator', [
    ['read', 'read read read'],
    ['own', 'read - -'],
    ...['update', 'delete', ...more].map((flag) => [flag, `write write/${share} write`] as const),
  ])
export const ofGroup = (...more: string[]): string => through('can_modify_group', ...more)
export const ofService = (...more: string[]): string => through('can_modify_services', ...more)

export const onlyRead = table('owner shared administrator', [
  ['read', 'read read read'],
  ['own', 'read - -'],
  ['update', '- - -'],
  ['delete', '- - -'],
])
