/** As many commands as a person types before something is watched, at most. */
const maxCommands = 5

const mark = '<!-- quickstart -->'

/**
 * The commands of the README: each line of the code block that follows the mark, under the heading. Comments and empty
 * lines are none; a line that goes on after a backslash is one with what follows.
 */
export function quickstartCommands(markdown: string): string[] {
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

/** What is wrong with how many there are. */
export function tooMany(commands: readonly string[]): string | undefined {
  if (commands.length === 0) return 'the README has no commands under its mark'
  if (commands.length > maxCommands) return `${commands.length} commands, more than ${maxCommands}`
  return undefined
}
