import { runCli } from '@wachta/cli'
import { program } from '@wachta/operate/src/program.ts'

export interface CommandRun {
  readonly code: number
  readonly out: string
  readonly error: string
}

/** Runs a command inside this process, which is fast. */
export async function runInProcess(environment: NodeJS.ProcessEnv, ...words: string[]): Promise<CommandRun> {
  const printed = { out: '', error: '' }
  const into = (name: keyof typeof printed) => ({
    write(text: string) {
      printed[name] += text
    },
  })
  const code = await runCli(program, words, { environment, stdout: into('out'), stderr: into('error') })
  return { code, ...printed }
}
