import { customerCommands, customerGroups, runCli } from '@wachta/cli'

/** The reference page of the commands for customers: the help text of each. */
export async function commandReference(): Promise<string> {
  const sections: string[] = []
  for (const { path } of customerCommands)
    sections.push(`## wachta ${path}\n\n\`\`\`text\n${(await helpOf(path.split(' '))).trimEnd()}\n\`\`\`\n`)
  return `# Commands of customers

What \`wachta … --help\` says, in English; with \`--language pl\`, or where the terminal is Polish, it says the same in Polish.
[The command for customers](../command.md) tells what they are for.

Exit codes: 0 for done, 1 for what could not be done, 2 for words that make no sense, 3 for something found that is not as
it should be (a service that fails, a plan that is not empty).

${sections.join('\n')}`
}

async function helpOf(words: readonly string[]): Promise<string> {
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
