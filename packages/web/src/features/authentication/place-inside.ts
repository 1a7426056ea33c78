/** Only a place of ours: an address that leads elsewhere was put there by somebody else. */
export const placeInside = (to: string | undefined): string => (to && /^\/(?![/\\\s])/.test(to) ? to : '/')
