/** Returns the path to open after signing in; `/` if there is none, or if it leads to another site (a forged link). */
export const toLocalPath = (to: string | undefined): string => (to && /^\/(?![/\\\s])/.test(to) ? to : '/')
