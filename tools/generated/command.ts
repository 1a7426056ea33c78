import { customerCommands, customerGroups, runCli } from '@wachta/cli'

/** The reference page of the commands for customers: the help text of each. */
export async function generateCommandReference(): Promise<string> {
  const sections: string[] = []
  for (const { path } of customerCommands)
    sections.push(`## wachta ${path}\n\n\`\`\`text\n${(await printHelp(path.split(' '))).trimEnd()}\n\`\`\`\n`)
  return `# Commands of customers

The options and arguments of every command for customers, as \`wachta … --help\` prints them. With \`--language pl\`, or in a Polish
terminal, the help is in Polish. [The command for customers](../command.md) explains how to use them.

Exit codes: 0 for success, 1 for a failure, 2 for wrong usage, 3 if the command ran and found a problem (such as a service that is down, or
a plan that is not empty).

${sections.join('\n')}`
}

async function printHelp(words: readonly string[]): Promise<string> {
  let printed = ''
  const stream = {
    write(text: string) {
      printed += text
    },
  }
  const summary = { en: '', pl: '' }
  const parts = { name: 'wachta', version: '', summary, commands: customerCommands, groups: customerGroups }
  await runCli(parts, [...words, '--help'], { environment: {}, stdout: stream, stderr: stream })
  return printed
}
