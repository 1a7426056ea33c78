/** The number of commands that a user types until the first e-mail about a failure arrives. */
export const maxCommands = 4

const mark = '<!-- compose -->'

/** Returns the commands after the mark in docs/installing.md, one per line, without comments. */
export function parseDocumentedCommands(markdown: string): string[] {
  const [, after = ''] = markdown.split(mark)
  const code = /^\s*```sh\n([\s\S]*?)^```$/m.exec(after)?.[1] ?? ''
  return code
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
}
