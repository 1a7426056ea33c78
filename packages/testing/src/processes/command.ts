import { runCli } from '@wachta/cli'
import { program } from '@wachta/operate/src/program.ts'

export interface CommandRun {
  readonly code: number
  readonly out: string
  readonly error: string
}

/** Runs a command in this process, which is faster than starting one. */
export async function runInProcess(environment: NodeJS.ProcessEnv, ...words: string[]): Promise<CommandRun> {
  const printed = { out: '', error: '' }
  const createWriter = (name: keyof typeof printed) => ({
    write(text: string) {
      printed[name] += text
    },
  })
  const code = await runCli(program, words, { environment, stdout: createWriter('out'), stderr: createWriter('error') })
  return { code, ...printed }
}
