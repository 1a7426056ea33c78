/** Control characters and line and paragraph separators, which a single line cannot contain. */
const lineBreakPattern = /[\p{Cc}\p{Zl}\p{Zp}]/u

export const isOneLine = (text: string): boolean => !lineBreakPattern.test(text)

/** Replaces line breaks with spaces. Other spaces are kept, because names of elements are compared. */
export const toOneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, (run) => (isOneLine(run) ? run : ' '))
