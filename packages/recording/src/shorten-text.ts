/** Cuts a text without leaving half a character. */
export const shortenText = (text: string, maxLength: number): string =>
  text.length <= maxLength
    ? text
    : `${text
        .slice(0, maxLength - 1)
        .replace(/[\ud800-\udbff]$/, '')
        .trimEnd()}…`
