import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { CommandError, exitCodes } from './command.ts'
import { sharedTexts } from './describe-error.ts'
import type { CommandInput, TypedInput } from './input.ts'
import type { CliLanguage } from './localized-text.ts'
import type { Streams } from './output.ts'

export function createInput(
  { stdin, stderr }: Pick<Streams, 'stderr'> & { readonly stdin?: TypedInput },
  language: CliLanguage,
  stopping: AbortSignal,
): CommandInput {
  const isTerminal = stdin?.isTTY === true
  const askLine = async (question: string, isSecret: boolean): Promise<string> => {
    if (!stdin || !isTerminal) throw new CommandError(sharedTexts.noTerminal, { exitCode: exitCodes.usage })
    const discarded = new Writable({ write: (_chunk, _encoding, done) => done() })
    const output = isSecret ? discarded : (stderr as NodeJS.WritableStream & Streams['stderr'])
    const reader = createInterface({ input: stdin, output, terminal: true })
    // Ask only after createInterface switched off the echo: an answer can be typed immediately.
    if (isSecret) stderr.write(question)
    let giveUp = () => {}
    // Ctrl-C and Ctrl-D close the reader, but its question would stay pending forever.
    const closed = new Promise<never>((_resolve, reject) => {
      giveUp = () => reject(new CommandError(sharedTexts.noAnswer))
    })
    reader.once('close', giveUp)
    try {
      return await Promise.race([reader.question(isSecret ? '' : question, { signal: stopping }), closed])
    } finally {
      reader.off('close', giveUp)
      reader.close()
      if (isSecret) stderr.write('\n')
    }
  }
  return {
    isTerminal,
    ask: (question) => askLine(`${question[language]} `, false),
    askSecretly: (question) => askLine(`${question[language]} `, true),
    confirm: async (question) => /^(?:y|yes|t|tak)$/i.test((await askLine(`${question[language]} `, false)).trim()),
    readAll: async () => (stdin ? text(stdin) : ''),
  }
}
