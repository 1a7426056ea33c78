import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type CliLanguage, CommandError, type LocalizedText } from '@wachta/cli'
import type { SetupTarget } from './setup.ts'

export interface SetupStep {
  /**
   * `set up`: migrations, logins and the administrator. `admit sensors`: the sensors that the installation runs itself.
   */
  readonly name: 'set up' | 'admit sensors'
  readonly installation: SetupTarget
  readonly language: CliLanguage
}

/** The variables of a process that the step prepared. */
export type StepResult = Readonly<Record<string, string>>

export type SetupReply =
  | { readonly kind: 'progress'; readonly text: LocalizedText }
  | { readonly kind: 'done'; readonly result: StepResult }
  | {
      readonly kind: 'failed'
      readonly text?: LocalizedText
      readonly message: string
      readonly stack?: string | undefined
    }

/**
 * Runs a step of the setup in its own short-lived process, because the step needs the modules of the API: they would
 * otherwise stay in the memory of the supervisor for as long as the installation runs.
 */
export function runSetupStep(step: SetupStep, progress: (text: LocalizedText) => void): Promise<StepResult> {
  const { directory, variables, owned, loginPasswords } = step.installation
  const installation = { directory, variables, owned, ...(loginPasswords && { loginPasswords }) }
  // Structured clones, because a set cannot be sent as JSON.
  const child = fork(fileURLToPath(import.meta.resolve('./setup-process.ts')), { serialization: 'advanced' })
  return new Promise((resolve, reject) => {
    child.on('message', (reply: SetupReply) => {
      if (reply.kind === 'progress') progress(reply.text)
      else if (reply.kind === 'done') resolve(reply.result)
      else reject(toError(reply))
    })
    child.once('error', reject)
    // Has no effect after the final reply.
    child.once('exit', (code, signal) => reject(new Error(`the step "${step.name}" ended with ${code ?? signal}`)))
    child.send({ ...step, installation })
  })
}

function toError({ text, message, stack }: Extract<SetupReply, { kind: 'failed' }>): Error {
  if (text) return new CommandError(text)
  const error = new Error(message)
  if (stack !== undefined) error.stack = stack
  return error
}
