import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Database, openDatabase } from '@wachta/database'
import { openObjectStore } from '@wachta/objects'
import type { PagesStamp, PublishedPage } from '@wachta/status-page'
import { createTestDatabase } from '@wachta/testing/database'
import { sql } from 'kysely'
import { createPageStore, type PageStore } from '../../src/status-pages/page-store.ts'
import { Publisher } from '../../src/status-pages/publisher.ts'
import { createPublisherLock } from '../../src/status-pages/publisher-lock.ts'

/** A database with one account, and an object store that pages are published to. */
export interface PagesRig extends AsyncDisposable {
  readonly db: Database
  readonly databaseUrl: string
  readonly store: PageStore
  readonly folder: string
  /** The publisher's clock, which only the test advances. */
  now: number
  /** The publisher's error log entries. */
  readonly errors: unknown[]
  readonly counts: { published: number; failed: number; stamped: number }
  createPublisher(pushKey?: string | null, url?: string): Publisher
  /** Connected as the reporter is: with the rights of its role. */
  openReporterDatabase(): Database
  readStamp(): Promise<PagesStamp>
  readPage(slug: string): Promise<PublishedPage>
  /** The names of all stored files. */
  listObjects(): Promise<string[]>
}

export async function openPagesRig(): Promise<PagesRig> {
  await using opened = new AsyncDisposableStack()
  const server = opened.use(await createTestDatabase())
  const db = opened.use(openDatabase(server.url, { role: null, connections: 2 }))
  const folder = await mkdtemp(join(tmpdir(), 'wachta-pages-'))
  opened.defer(() => rm(folder, { recursive: true, force: true }))
  const store = createPageStore(opened.use(await openObjectStore(pathToFileURL(folder).href)))
  const errors: unknown[] = []
  const counts = { published: 0, failed: 0, stamped: 0 }
  const count = (what: keyof typeof counts) => {
    counts[what] += 1
  }
  await db.query(sql`insert into service_type (id, position, is_runnable, name, description, category_id, address_format, default_interval, supports_steps, artifact_type_ids)
values ('http', 1, true, '{}', '{}', 'default', '{}', 60, false, '{}') on conflict do nothing`)
  await db.query(sql`insert into package (id, name) overriding system value values (1, 'Test') on conflict do nothing`)
  await db.query(sql`insert into account (id, name, username, package_id, email_address)
values (1, 'Owner', 'owner', 1, 'owner@example.com') on conflict do nothing`)
  await db.query(sql`update service_group set id = 1, name = 'Secret group' where owner_id = 1`)
  const parts = opened.move()
  const rig: PagesRig = {
    ...{ db, databaseUrl: server.url, store, folder, errors, counts },
    now: Date.now(),
    openReporterDatabase: () =>
      parts.use(openDatabase(server.url, { role: 'wachta_reporter', connections: 2, onError: () => undefined })),
    createPublisher(pushKey: string | null = null, url = 'https://status.example.com') {
      const own = rig.openReporterDatabase()
      const lock = parts.use(createPublisherLock(own))
      return new Publisher({
        ...{
          database: own,
          store,
          lock,
          url,
          apiUrl: 'https://wachta.example.com',
          pushKey,
          now: () => rig.now,
        },
        log: { info: () => undefined, error: (...said: unknown[]) => void errors.push(said) } as never,
        processMetrics: {
          pagePublished: () => count('published'),
          pageFailed: () => count('failed'),
          pagesStamped: () => count('stamped'),
        },
      })
    },
    readStamp: async () => JSON.parse(await readFile(join(folder, 'pages/stamp'), 'utf8')),
    readPage: async (slug) => JSON.parse(await readFile(join(folder, `pages/views/${slug}/view`), 'utf8')),
    listObjects: async () => {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true })
      return entries
        .filter((one) => one.isFile())
        .map((one) => join(one.parentPath, one.name).slice(folder.length + 1))
        .sort()
    },
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
  return rig
}

/** The settings of a reporter whose pages get their certificates from a proxy. */
export const withoutCertificates = {
  PUBLIC_URL: 'https://wachta.example.com',
  PAGES_URL: 'https://status.example.com',
  PAGES_CNAME: '',
  DNS_SERVERS: '127.0.0.1:9',
  ACME_CONTACT: '',
  ACME_ORDERS_PER_HOUR: 50,
} as const

/** Adds services, which have been watched for a year. */
export async function addPageServices(db: Database, count: number): Promise<number[]> {
  const rows = await db.query(sql<{
    id: number
  }>`insert into service (owner_id, group_id, type_id, name, address, interval, created_at)
select 1, 1, 'http', 'secret-' || gen_random_uuid(), 'http://secret.example/' || n, 60, now() - interval '1 year'
from generate_series(1, ${count}::int) n returning id`)
  const ids = rows.map(({ id }) => id)
  await db.query(
    sql`insert into service_state (service_id, status, since) select unnest(${ids}::bigint[]), 'ok', now() - interval '1 year'`,
  )
  await db.query(sql`insert into status_change (service_id, owner_id, status, start_time)
select unnest(${ids}::bigint[]), 1, 'ok', now() - interval '1 year'`)
  return ids
}

/** Adds a page, by default published, with a component for each service. */
export async function addPage(
  db: Database,
  slug: string,
  { services = [], ...values }: { readonly services?: readonly number[] } & Readonly<Record<string, unknown>> = {},
): Promise<number> {
  const row = { slug, title: `Page ${slug}`, is_published: true, owner_id: 1, ...values }
  const names = sql.join(Object.keys(row).map((name) => sql.id(name)))
  const [page] = await db.query(sql<{ id: number }>`insert into status_page (${names})
select ${names} from jsonb_populate_record(null::status_page, ${JSON.stringify(row)}::jsonb) returning id`)
  const id = page?.id ?? 0
  for (const service of services)
    await db.query(sql`insert into status_page_component (status_page_id, name, service_id)
values (${id}, ${`Component ${service}`}, ${service})`)
  return id
}

/** Changes a service's status like the analyst after a verdict. */
export async function changeStatus(db: Database, service: number, status: 'ok' | 'failure' | 'unknown'): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query(sql`update service_state set status = ${status}, since = now() where service_id = ${service}`)
    await tx.query(sql`update status_change set end_time = now() where service_id = ${service} and end_time is null`)
    await tx.query(
      sql`insert into status_change (service_id, owner_id, status, start_time) values (${service}, 1, ${status}, now())`,
    )
  })
}
