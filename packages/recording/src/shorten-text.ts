/** Shortens a text without splitting a surrogate pair. */
export const shortenText = (text: string, maxLength: number): string =>
  text.length <= maxLength
    ? text
    : `${text
        .slice(0, maxLength - 1)
        .replace(/[\ud800-\udbff]$/, '')
        .trimEnd()}…`
