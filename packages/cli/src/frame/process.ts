import { setImmediate as turn } from 'node:timers/promises'
import { type ExitCode, exitCodes } from './command.ts'
import { sharedTexts } from './describe-error.ts'
import { getTerminalLanguage } from './localized-text.ts'
import { type ProgramParts, runCli } from './program.ts'

/**
 * Runs a program as this process. If the reader closes the pipe early, as `head` does, the command still completes its
 * work and ends with its own exit code; further output is discarded.
 */
export async function runProcess(
  parts: ProgramParts,
  { argv, stdin, stdout, stderr, env: environment }: NodeJS.Process,
): Promise<ExitCode> {
  const outputClosed = new AbortController()
  let writeErrorCode: string | undefined
  stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') outputClosed.abort()
    else if (!outputClosed.signal.aborted) writeErrorCode = code ?? 'EIO'
  })
  // An error of standard error cannot be reported anywhere.
  stderr.on('error', () => undefined)
  const context = { stdin, stdout, stderr, environment, outputClosed: outputClosed.signal }
  const code = await runCli(parts, argv.slice(2), context)
  // Write errors are emitted one turn of the event loop later.
  await turn()
  if (writeErrorCode === undefined) return code
  stderr.write(`${parts.name}: ${sharedTexts.writeFailed(writeErrorCode)[getTerminalLanguage(environment)]}\n`)
  return code === exitCodes.ok ? exitCodes.failed : code
}
