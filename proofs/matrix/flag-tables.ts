/** A table of flags as flags.ts reads it. */
export const table = (columns: string, rows: readonly (readonly [string, string])[]): string =>
  [`flag ${columns}`, ...rows.map(([flag, cells]) => `${flag} ${cells}`)].join('\n')

/** Belongs to an account alone. */
export const ofAccount = (...more: string[]): string =>
  table('owner administrator', [
    ['read', 'read read'],
    ['own', 'read -'],
    ...['update', 'delete', ...more].map((flag) => [flag, 'write write'] as const),
  ])

/** Belongs to an account and is never changed. */
export const madeOnce = (...more: string[]): string =>
  table('owner administrator', [
    ['read', 'read read'],
    ['own', 'read -'],
    ...['delete', ...more].map((flag) => [flag, 'write write'] as const),
  ])

/** Hangs on something that is shared, whose share lets it be changed with the given flag. */
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
