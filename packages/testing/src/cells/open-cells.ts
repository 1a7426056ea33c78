import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { openObjectStore } from '@wachta/objects'
import { getPageKey, stampKey } from '@wachta/status-page'
import { startApi, type TestApi } from '../api/start-api.ts'
import { createTemporaryDirectory, startDaemon } from '../daemon.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { findFreePort } from '../free-port.ts'
import { makePageView } from '../page-view.ts'
import { runInProcess } from '../processes/command.ts'
import { eventuallyWith } from '../processes/eventually.ts'
import { startProcess } from '../processes/start-process.ts'

export const apiHost = 'app.wachta.test'
export const pagesHost = 'status.wachta.test'

export interface TestCell {
  readonly number: number
  readonly name: string
  readonly api: TestApi
  /** The origin of its API, without the router. */
  readonly origin: string
  /** Publishes a status page in this cell, below its slug and optionally also at its own host name. */
  publish(slug: string, page: { readonly title: string; readonly host?: string }): Promise<void>
}

export interface TestCells extends AsyncDisposable {
  readonly cells: readonly TestCell[]
  /** The origin of the router. */
  readonly origin: string
  readonly directory: TestDatabase
  readonly environment: Readonly<Record<string, string>>
  /** Stops the directory. */
  stopDirectory(): Promise<void>
  /** Writes the configuration of the router again, and replaces its maps. */
  updateRouter(): Promise<void>
  /** Returns how many requests the router has routed to the API of a cell. */
  countRequests(cellNumber: number): Promise<number>
}

/** Opens cells with their databases, APIs and pages, the directory, and HAProxy in front of them. */
export async function openTestCells(names: readonly string[]): Promise<TestCells> {
  const opened = new AsyncDisposableStack()
  try {
    const folder = opened.use(await createTemporaryDirectory()).path
    const directory = opened.use(await createTestDatabase())
    const cells: TestCell[] = []
    const pagesAddresses: string[] = []
    for (const [number, name] of names.entries()) {
      const api = opened.use(await startApi({ cellNumber: number, keys: sharedKeys, publicUrl: `http://${apiHost}` }))
      const origin = await api.app.listen({ host: '127.0.0.1', port: 0 })
      const objectsUrl = pathToFileURL(join(folder, name)).href
      const pages = opened.use(
        startProcess('pages', { OBJECTS_URL: objectsUrl, PAGES_HOST: '127.0.0.1', PAGES_PORT: '0' }),
      )
      const port = await eventuallyWith([pages], 30)(
        `pages of ${name}`,
        () => /"port":(\d+),"msg":"serving status pages/.exec(pages.log())?.[1],
      )
      pagesAddresses.push(`127.0.0.1:${port}`)
      cells.push({ number, name, api, origin, publish: await createPublisher(objectsUrl) })
    }
    const environment = {
      DIRECTORY_POSTGRES_URL: directory.url,
      CELL_DATABASE_URLS: cells.map(({ name, api }) => `${name}=${api.test.url}`).join(' '),
    }
    for (const [index, { name, origin }] of cells.entries())
      await runWachta(
        environment,
        ...['cells', 'add', name, '--api', new URL(origin).host, '--pages', pagesAddresses[index] ?? ''],
      )
    const directoryPort = await findFreePort()
    const directoryProcess = opened.use(
      startProcess('directory', { ...environment, DIRECTORY_PORT: String(directoryPort) }),
    )
    await eventuallyWith([directoryProcess], 30)(
      'the directory',
      () => directoryProcess.log().includes('"msg":"serving"') || undefined,
    )

    const port = await findFreePort()
    const socket = join(folder, 'haproxy.sock')
    const router = join(folder, 'router')
    const writeRouter = (...more: string[]) =>
      runWachta(
        environment,
        ...['cells', 'haproxy', '--to', router, '--bind', `127.0.0.1:${port}`, '--host', apiHost],
        ...['--pages-host', pagesHost, '--socket', socket],
        ...['--directory-url', `http://127.0.0.1:${directoryPort}`, ...more],
      )
    await writeRouter()
    opened.use(await startDaemon(['haproxy', '-db', '-f', join(router, 'haproxy.cfg')], { port }))
    const resources = opened.move()
    return {
      ...{ cells, directory, environment, origin: `http://127.0.0.1:${port}` },
      stopDirectory: async () => directoryProcess[Symbol.asyncDispose](),
      updateRouter: () => writeRouter('--live'),
      countRequests: (cellNumber) => readRequestCount(socket, cellNumber),
      [Symbol.asyncDispose]: () => resources.disposeAsync(),
    }
  } catch (error) {
    await opened.disposeAsync()
    throw error
  }
}

/** Reads the total number of sessions of a backend from the statistics of HAProxy, a CSV table with a header. */
async function readRequestCount(socket: string, cellNumber: number): Promise<number> {
  const connection = connect(socket)
  connection.end('show stat\n')
  const [header = '', ...lines] = (await text(connection)).split('\n')
  const columnIndex = header.replace('# ', '').split(',').indexOf('stot')
  const found = lines.find((line) => line.startsWith(`api_${cellNumber},BACKEND,`))
  return Number(found?.split(',')[columnIndex])
}

/** All cells have the same keys, because secrets that one cell seals must open in another. */
const sharedKeys = `test:${Buffer.alloc(32, 7).toString('base64')}`

async function runWachta(environment: Readonly<Record<string, string>>, ...commandWords: string[]): Promise<void> {
  const { code, error } = await runInProcess({ ...process.env, ...environment }, ...commandWords)
  if (code !== 0) throw new Error(`wachta ${commandWords.join(' ')}: ${error}`)
}

async function createPublisher(objectsUrl: string): Promise<TestCell['publish']> {
  const objects = await openObjectStore(objectsUrl)
  const pages: Record<string, object> = {}
  const hosts: Record<string, object> = {}
  return async (slug, { title, host }) => {
    const contentVersion = `${slug}-${title}`
    const page = { version: 1, contentVersion, allowedAddresses: null, view: makePageView({ slug, title }) }
    await objects.put(getPageKey(slug), Buffer.from(JSON.stringify(page)))
    pages[slug] = { contentVersion }
    if (host !== undefined) hosts[host] = { slug, certificate: null }
    await objects.put(stampKey, Buffer.from(JSON.stringify({ version: 1, at: Date.now(), pages, hosts })))
  }
}
