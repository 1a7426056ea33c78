/** Control characters and the separators of lines and paragraphs: what a single line cannot have. */
const breaking = /[\p{Cc}\p{Zl}\p{Zp}]/u

export const isOneLine = (text: string): boolean => !breaking.test(text)

/** Spaces stay as they are, because names of elements are compared. */
export const toOneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, (run) => (isOneLine(run) ? run : ' '))
