/** One entry a line, or several with commas between them; empty ones are nobody's. */
export const splitLines = (text: string): string[] =>
  text
    .split(/[\n,;]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
