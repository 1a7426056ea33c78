import { openDatabase } from '@wachta/database'
import { measure } from './measure.ts'

/** One statement with its values, and what must come out. */
export interface Asked {
  readonly text: string
  readonly values: readonly unknown[]
  readonly rows: string
  readonly total: number
}

export type Message = { readonly url: string; readonly asked: readonly Asked[] } | { readonly seconds: number }

// A child process: the statements of our searches through `pg` alone, prepared under a name, and nothing around it.
let pool: ReturnType<typeof openDatabase>['pool'] | undefined
let asked: readonly Asked[] = []

process.on('message', async (message: Message) => {
  if ('url' in message) {
    pool = openDatabase(message.url).pool
    asked = message.asked
    return
  }
  const measured = await measure(message.seconds, async (turn) => {
    const { text, values, rows, total } = asked[turn % asked.length] as Asked
    const result = await pool?.query({ name: 'search', text, values: values as unknown[] })
    return result?.rows[0].rows === rows && result.rows[0].total === total
  })
  process.send?.(measured)
})
process.once('disconnect', () => process.exit())
