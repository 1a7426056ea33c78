/** Whether the database can hold a text, or look for it: well-formed Unicode without U+0000. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()
