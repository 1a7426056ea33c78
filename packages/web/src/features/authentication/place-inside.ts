/** Returns the path to open after signing in; `/` if it would lead to another site, as in a forged link. */
export const toLocalPath = (to: string | undefined): string => (to && /^\/(?![/\\\s])/.test(to) ? to : '/')
