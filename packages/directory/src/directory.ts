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

/** For how long an answer is kept while the directory has its database; without it, answers are kept for as long as it lasts. */
const freshMs = 1_000
const maxKept = 200_000

/**
 * Runs the directory of an installation with several cells: copies the names of all cells, and answers routers in which
 * cell a name is. Routers ask only if the request itself does not show its cell.
 */
export async function serveDirectory(process: Process<Static<typeof Config>>): Promise<void> {
  const { config, log, stopping, use, ready, check } = process
  const onError = (err: Error) => log.warn({ err }, 'a database connection broke')
  const directory = use(await openDirectory(config.DIRECTORY_POSTGRES_URL, onError), 'database')
  const finder = createFinder(directory)
  const server = createServer(async (request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://directory')
    const [status, text] = await finder.find(searchParams.get('kind') ?? '', searchParams.get('name') ?? '').then(
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
  use({ [Symbol.asyncDispose]: () => new Promise<void>((done) => void server.close(() => done())) }, 'http server')
  const following = [...readCellUrls(config.CELL_DATABASE_URLS)].map(([name, url]) =>
    followCell({ directory, name, url, log, stopping, onChange: finder.forget }),
  )
  ready()
  log.info({ address }, 'serving')
  await Promise.all([waitUntilAborted(stopping), ...following])
}

interface Kept {
  readonly cell: number | undefined
  readonly until: number
}

/** Finds the cells of names, and keeps the answers. The name `new` of no kind is the cell for new accounts. */
function createFinder(directory: Database) {
  const kept = new Map<string, Kept>()
  return {
    forget: () => {
      for (const [key, answer] of kept) kept.set(key, { ...answer, until: 0 })
    },
    async find(kind: string, name: string): Promise<number | undefined> {
      const key = `${kind} ${name.toLowerCase()}`
      const known = kept.get(key)
      const now = performance.now()
      if (known && known.until > now) return known.cell
      try {
        const cell =
          kind === 'new' ? await findCellForNewAccounts(directory) : await findCell(directory, kind, name.toLowerCase())
        if (kept.size >= maxKept) kept.clear()
        kept.set(key, { cell, until: now + freshMs })
        return cell
      } catch (error) {
        if (known) return known.cell
        throw error
      }
    },
  }
}

const listen = (server: Server, port: number, host: string): Promise<unknown> =>
  new Promise((done, fail) => {
    server.once('error', fail).listen(port, host, () => done(server.address()))
  })
