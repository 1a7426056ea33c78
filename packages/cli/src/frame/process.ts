import { setImmediate as turn } from 'node:timers/promises'
import { type ExitCode, exitCodes } from './command.ts'
import { said } from './describe-error.ts'
import { terminalLanguage } from './localized-text.ts'
import { type ProgramParts, runCli } from './program.ts'

/**
 * Runs a program as this process. A reader that has seen enough, such as `head`, is no fault and no reason to leave work
 * half done: what is said from then on is said to nobody, and the command ends with its own code.
 */
export async function runProcess(
  parts: ProgramParts,
  { argv, stdin, stdout, stderr, env: environment }: NodeJS.Process,
): Promise<ExitCode> {
  const unread = new AbortController()
  let unwritten: string | undefined
  stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') unread.abort()
    else if (!unread.signal.aborted) unwritten = code ?? 'EIO'
  })
  // There is nobody left who could be told.
  stderr.on('error', () => undefined)
  const around = { stdin, stdout, stderr, environment, unread: unread.signal }
  const code = await runCli(parts, argv.slice(2), around)
  // A stream says a moment later that it could not be written.
  await turn()
  if (unwritten === undefined) return code
  stderr.write(`${parts.name}: ${said.notWritten(unwritten)[terminalLanguage(environment)]}\n`)
  return code === exitCodes.ok ? exitCodes.failed : code
}
