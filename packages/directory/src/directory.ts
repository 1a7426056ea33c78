import { createServer, type Server } from 'node:http'
import type { Database } from '@wachta/database'
import { type Process, waitUntilAborted } from '@wachta/runtime'
import { sql } from 'kysely'
import type { Static } from 'typebox'
import { readCellUrls } from './cell-urls.ts'
import type { Config } from './config.ts'
import { followCell } from './follow-cell.ts'
import { openDirectory } from './open-directory.ts'
import { findCell, findCellForNewAccounts } from './store.ts'

/**
 * How long an answer is cached. While the database is unavailable, cached answers are used for as long as that lasts.
 */
const cacheMs = 1_000
const maxCachedAnswers = 200_000

/**
 * Runs the directory of an installation with several cells: copies the names of all cells, and answers routers that ask
 * for the cell of a name. Routers ask only if the request itself does not show its cell.
 */
export async function serveDirectory(process: Process<Static<typeof Config>>): Promise<void> {
  const { config, log, stopping, use, ready, check } = process
  const onError = (err: Error) => log.warn({ err }, 'a database connection broke')
  const directory = use(await openDirectory(config.DIRECTORY_POSTGRES_URL, onError), 'database')
  const finder = createFinder(directory)
  const server = createServer(async (request, response) => {
    // Anyone can send a path that is no URL, such as `//`; it asks for nothing.
    const asked = URL.parse(request.url ?? '/', 'http://directory')?.searchParams
    const [status, text] = await finder.find(asked?.get('kind') ?? '', asked?.get('name') ?? '').then(
      (cell) => (cell === undefined ? ([404, ''] as const) : ([200, String(cell)] as const)),
      (err: unknown) => {
        log.warn({ err }, 'a name cannot be looked up')
        return [503, ''] as const
      },
    )
    response.writeHead(status, { 'content-type': 'text/plain' }).end(text)
  })
  check('database', async () => void (await directory.query(sql`select 1`)))
  const address = await listen(server, config.DIRECTORY_PORT, config.DIRECTORY_HOST)
  use(
    { [Symbol.asyncDispose]: () => new Promise<void>((resolve) => void server.close(() => resolve())) },
    'http server',
  )
  const followers = [...readCellUrls(config.CELL_DATABASE_URLS)].map(([name, url]) =>
    followCell({ directory, name, url, log, stopping, onChange: finder.forget }),
  )
  ready()
  log.info({ address }, 'serving')
  await Promise.all([waitUntilAborted(stopping), ...followers])
}

interface CachedAnswer {
  readonly cell: number | undefined
  readonly expiresAt: number
}

/** Finds the cells of names, and caches the answers. The kind `new` stands for the cell that gets new accounts. */
function createFinder(directory: Database) {
  const answers = new Map<string, CachedAnswer>()
  return {
    forget: () => {
      for (const [key, answer] of answers) answers.set(key, { ...answer, expiresAt: 0 })
    },
    async find(kind: string, name: string): Promise<number | undefined> {
      const key = `${kind} ${name.toLowerCase()}`
      const cached = answers.get(key)
      const now = performance.now()
      if (cached && cached.expiresAt > now) return cached.cell
      try {
        const cell =
          kind === 'new' ? await findCellForNewAccounts(directory) : await findCell(directory, kind, name.toLowerCase())
        if (answers.size >= maxCachedAnswers) answers.clear()
        answers.set(key, { cell, expiresAt: now + cacheMs })
        return cell
      } catch (error) {
        if (cached) return cached.cell
        throw error
      }
    },
  }
}

const listen = (server: Server, port: number, host: string): Promise<unknown> =>
  new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, host, () => resolve(server.address()))
  })
