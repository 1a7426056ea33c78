/** Returns whether PostgreSQL can store a text: well-formed Unicode without U+0000. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()
