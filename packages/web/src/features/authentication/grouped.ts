/** A key as one reads it out: in groups of four. */
export const inGroupsOfFour = (key: string): string => key.match(/.{1,4}/g)?.join(' ') ?? ''
