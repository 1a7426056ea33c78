/** Splits a text at line breaks, commas and semicolons; empty entries are dropped. */
export const splitLines = (text: string): string[] =>
  text
    .split(/[\n,;]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
