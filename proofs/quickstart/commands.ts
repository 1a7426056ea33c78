/** The maximum number of commands until the first service is monitored. */
const maxCommands = 5

const mark = '<!-- quickstart -->'

/**
 * Returns the commands of the README: the lines of each code block after the mark, in the section "Start in five
 * minutes". Comments and empty lines are skipped; a line with a backslash at its end is joined with the next.
 */
export function findQuickstartCommands(markdown: string): string[] {
  const section = /^## Start in five minutes$([\s\S]*?)(?=^## |(?![\s\S]))/m.exec(markdown)?.[1] ?? ''
  const blocks = section.split(mark).slice(1)
  return blocks.flatMap((block) => {
    const code = /^\s*```(?:sh|bash)\n([\s\S]*?)^```$/m.exec(block)?.[1] ?? ''
    return code
      .replaceAll(/\\\n\s*/g, '')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '' && !line.startsWith('#'))
  })
}

/** Returns an error text if there are no commands or too many. */
export function getCountError(commands: readonly string[]): string | undefined {
  if (commands.length === 0) return 'the README has no commands under its mark'
  if (commands.length > maxCommands) return `${commands.length} commands, more than ${maxCommands}`
  return undefined
}
