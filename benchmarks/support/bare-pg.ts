import { openDatabase } from '@wachta/database'
import { type Load, measure } from './measure.ts'
import type { SentStatement } from './recording.ts'

/** The statements of one request in their order, and the expected result of the last one. */
export interface StatementRequest {
  readonly statements: readonly SentStatement[]
  readonly expected: Readonly<Record<string, string | number>>
}

export type Message = { readonly url: string; readonly requests: readonly StatementRequest[] } | Load

// The child process: runs the statements of our requests through `pg` alone, prepared where ours are.
let pool: ReturnType<typeof openDatabase>['pool'] | undefined
let requests: readonly StatementRequest[] = []

process.on('message', async (message: Message) => {
  if ('url' in message) {
    pool = openDatabase(message.url).pool
    requests = message.requests
    return
  }
  const measured = await measure(message, async (index) => {
    const { statements, expected } = requests[index % requests.length] as StatementRequest
    let row: Readonly<Record<string, unknown>> = {}
    for (const statement of statements)
      row = (await pool?.query({ ...statement, values: [...statement.values] }))?.rows[0] ?? {}
    for (const name in expected) if (row[name] !== expected[name]) return false
    return true
  })
  process.send?.(measured)
})
process.once('disconnect', () => process.exit())
