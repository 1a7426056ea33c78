import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { syncDictionaries } from '@wachta/api'
import { type Database, migrate, openDatabase } from '@wachta/database'
import { findFreePort } from '@wachta/testing/free-port'
import { sql } from 'kysely'
import { type RestartingProcess, supervise } from '../faults/processes.ts'
import { openNats, openPostgres, type Server } from '../faults/servers.ts'
import { type ProtectedPage, protectPages } from './protected.ts'

export type Break = 'stale' | 'leak' | 'down' | 'open'

/** An installation for the proof, with status pages. */
export interface Stage extends AsyncDisposable {
  /** The address of the pages. */
  readonly origin: string
  /** The folder of the object store. */
  readonly objects: string
  readonly db: Database
  readonly postgres: Server
  readonly nats: Server
  readonly api: RestartingProcess
  readonly pages: RestartingProcess
  readonly fixture: Fixture
}

/** The status pages and components that the proof has stored in the database. */
export interface Fixture {
  readonly slugs: readonly string[]
  /** Protected pages. */
  readonly protectedPages: readonly ProtectedPage[]
  /** Components that show one service each. */
  readonly components: readonly { readonly publicId: string; readonly service: number; readonly slug: string }[]
  /** Strings that no visitor may ever see. */
  readonly secrets: readonly string[]
}

export async function openStage(broken?: Break): Promise<Stage> {
  await using opened = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'wachta-proof-pages-'))
  opened.defer(() => rm(folder, { recursive: true, force: true }))
  const postgres = opened.use(await openPostgres(folder))
  const nats = opened.use(await openNats(folder))
  await migrate(postgres.address)
  const db = opened.use(openDatabase(postgres.address, { role: null, connections: 2 }))
  const fixture = await seed(db)
  const objects = join(folder, 'objects')
  const [port, httpPort] = [await findFreePort(), await findFreePort()]
  const origin = `http://127.0.0.1:${port}`
  const store = { OBJECTS_URL: pathToFileURL(objects).href }
  const centre = { ...store, DATABASE_URL: postgres.address, NATS_URL: nats.address, PAGES_URL: origin }
  const apiUrl = `http://127.0.0.1:${httpPort}`
  const secrets = { SECRET_KEYS: `proof:${randomBytes(32).toString('base64')}`, HTTP_PORT: String(httpPort) }
  const preload = `--import=${fileURLToPath(new URL('./fixtures/broken.ts', import.meta.url))}`
  const createBreakVariables = (of: Break): Record<string, string> =>
    broken === of ? { NODE_OPTIONS: preload, PAGES_BREAK: of, PAGES_SECRET: fixture.secrets[0] ?? '' } : {}
  const start = (command: string, environment: Readonly<Record<string, string>>) =>
    opened.use(supervise({ name: command, command, environment: () => environment, folder }))
  const api = start('api', { ...centre, ...secrets })
  start('reporter', { ...centre, ...createBreakVariables('leak') })
  const pagesEnvironment = {
    ...store,
    PAGES_PORT: String(port),
    API_URL: apiUrl,
    ...createBreakVariables('stale'),
    ...createBreakVariables('open'),
  }
  const pages = start('pages', pagesEnvironment)
  await protectPages({ origin, api: apiUrl, db }, fixture.protectedPages)
  const parts = opened.move()
  return {
    ...{ origin, objects, db, postgres, nats, api, pages, fixture },
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
}

const createSecret = (what: string): string => `${what}${randomUUID().replaceAll('-', '')}`
const [pageCount, servicesPerPage] = [3, 4]
const protectedKinds = ['password', 'link', 'users'] as const

async function seed(db: Database): Promise<Fixture> {
  await db.transaction(syncDictionaries)
  const owner = createSecret('holder')
  await db.query(sql`insert into package (id, name) values (1, ${createSecret('package')})`)
  await db.query(sql`insert into account (id, name, username, package_id, email_address)
values (1, 'Public brand', ${owner}, 1, ${`${owner}@secret.example`})`)
  const [group] = await db.query(
    sql<{
      id: number
      name: string
    }>`insert into service_group (owner_id, name) values (1, ${createSecret('group')}) returning id, name`,
  )
  const secrets: string[] = [owner, group?.name ?? '']
  const components: { publicId: string; service: number; slug: string }[] = []
  const slugs: string[] = []
  const protectedPages: ProtectedPage[] = []
  for (let page = 1; page <= pageCount + protectedKinds.length; page += 1) {
    const visibility = protectedKinds[page - pageCount - 1]
    const slug = visibility === undefined ? `page-${page}` : `for-${visibility}`
    const title = visibility === undefined ? `Page ${page}` : createSecret('title')
    if (visibility === undefined) slugs.push(slug)
    else protectedPages.push({ id: 100 + page, slug, visibility, title, cookie: '' })
    await db.query(sql`insert into status_page (id, owner_id, title, slug, is_published, visibility)
values (${100 + page}, 1, ${title}, ${slug}, true, ${page === pageCount ? 'unlisted' : 'public'})`)
    for (let number = 0; number < servicesPerPage; number += 1) {
      const hidden = { name: createSecret('service'), address: createSecret('host') }
      secrets.unshift(hidden.name, hidden.address)
      components.push({ slug, ...(await addComponent(db, { page: 100 + page, group: group?.id ?? 0, ...hidden })) })
    }
    await db.query(sql`insert into status_page_component (status_page_id, name, group_id, group_rule)
values (${100 + page}, 'Everything', ${group?.id ?? 0}, 'any_up')`)
  }
  secrets.push(...(await addUnpublished(db)))
  return { slugs, protectedPages, components, secrets }
}

interface HiddenService {
  readonly page: number
  readonly group: number
  readonly name: string
  readonly address: string
}

async function addComponent(db: Database, { page, group, name, address }: HiddenService) {
  const [service] = await db.query(sql<{
    id: number
  }>`insert into service (owner_id, group_id, type_id, name, address, interval, created_at)
values (1, ${group}, 'http', ${name}, ${`http://${address}.example/`}, 60, now() - interval '100 days') returning id`)
  const id = service?.id ?? 0
  await db.query(
    sql`insert into service_state (service_id, status, since) values (${id}, 'ok', now() - interval '100 days')`,
  )
  await db.query(sql`insert into status_change (service_id, owner_id, status, start_time)
values (${id}, 1, 'ok', now() - interval '100 days')`)
  const [component] = await db.query(sql<{
    publicId: string
  }>`insert into status_page_component (status_page_id, name, service_id, shows_response_time)
values (${page}, ${`Component ${id}`}, ${id}, true) returning public_id as "publicId"`)
  return { publicId: component?.publicId ?? '', service: id }
}

/** Adds drafts, and pages that are not published. */
async function addUnpublished(db: Database): Promise<string[]> {
  const [draft, update, unpublished] = ['draft', 'update', 'unpublished'].map(createSecret)
  await db.query(
    sql`insert into status_page_post (id, status_page_id, kind, title, state) values (101, 101, 'incident', ${draft}, 'investigating')`,
  )
  await db.query(sql`insert into status_page_update (post_id, state, text) values (101, 'investigating', ${update})`)
  await db.query(sql`insert into status_page (owner_id, title, slug) values (1, ${unpublished}, 'not-yet')`)
  return [draft, update, unpublished].filter((one) => one !== undefined)
}
