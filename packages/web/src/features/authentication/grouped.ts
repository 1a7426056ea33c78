/** Formats a key in groups of four characters, so that it is easier to read and type. */
export const formatInGroupsOfFour = (key: string): string => key.match(/.{1,4}/g)?.join(' ') ?? ''
