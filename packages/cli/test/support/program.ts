import { Readable } from 'node:stream'
import type { TestServer } from '@wachta/testing/api/start-service'
import { customerCommands, customerGroups, type ExitCode, explainError, runCli } from '../../src/index.ts'

export interface ProgramResult {
  readonly code: ExitCode
  readonly out: string
  readonly error: string
}

export type Run = (
  words: readonly string[],
  given?: { environment?: NodeJS.ProcessEnv; input?: string; columns?: number; onError?: (text: string) => void },
) => Promise<ProgramResult>

/** Runs the command in this process; with `of`, environment variables sign in the customer of that service. */
export const programOf =
  (of?: Pick<TestServer, 'baseUrl' | 'token'>): Run =>
  async (words, { environment = {}, input, columns, onError } = {}) => {
    const printed = { out: '', error: '' }
    const add = (to: keyof typeof printed) => ({
      write(text: string) {
        printed[to] += text
        if (to === 'error') onError?.(text)
      },
    })
    const parts = {
      name: 'wachta',
      version: '0',
      summary: { en: '', pl: '' },
      commands: customerCommands,
      groups: customerGroups,
      explain: explainError,
    }
    const code = await runCli(parts, words, {
      environment: { ...(of && { WACHTA_URL: of.baseUrl, WACHTA_TOKEN: of.token }), ...environment },
      ...(input !== undefined && { stdin: Readable.from([Buffer.from(input)]) }),
      stdout: { ...add('out'), ...(columns !== undefined && { columns }) },
      stderr: add('error'),
    })
    return { code, ...printed }
  }
