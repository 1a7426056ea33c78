import { Readable } from 'node:stream'
import {
  type AnyResource,
  type Call,
  type Operation,
  parameter,
  parseKey,
  requirePermission,
  type Searcher,
} from '@wachta/resource'
import { sql } from 'kysely'
import { ZipFile } from 'yazl'
import type { ApiContext } from '../../platform/context.ts'
import { account } from './account.ts'

const pageSize = 1000

/** The operation that exports all data of an account as an archive with a JSON file per resource. */
export const exportAccount = ({ searcher }: ApiContext): Operation => ({
  id: 'export_account',
  method: 'GET',
  path: '/accounts/{_id}/export',
  tag: 'accounts',
  summary:
    'Everything that the account holds, and what its holder may read of its users, as a ZIP archive of JSON files.',
  access: 'customer',
  on: { resource: 'account', flag: 'export' },
  status: 200,
  media: 'application/zip',
  async handle(call) {
    const id = Number(parseKey(account, call))
    await requirePermission({ resource: account, key: id }, 'export', call)
    const archive = new ZipFile()
    const output = archive.outputStream as Readable
    // An error only ends this download, not the process.
    const fail = (error: Error) => void output.destroy(error)
    const add = (entry: AsyncGenerator<string>, name: string) =>
      archive.addReadStream(Readable.from(entry).on('error', fail), `${name}.json`)
    archive.on('error', fail)
    for (const resource of searcher.registry.all.filter(isExported))
      add(streamRows(searcher, buildAccountQuery(id, resource), call), resource.name)
    add(streamSettings(id, call), 'user_setting')
    add(streamBranding(id, call), 'branding')
    add(streamPagePictures(id, call), 'status_page_picture')
    archive.end()
    return { file: { stream: output, type: 'application/zip', name: `account-${id}.zip` } }
  },
})

/** The exported resources: those that belong to an account and that customers can read. */
const isExported = ({ owner, serve, relations = {} }: AnyResource): boolean =>
  owner !== null &&
  // The rows of deprecated views are already in the archive.
  !serve?.deprecated &&
  serve?.scope !== 'administrator' &&
  (serve !== undefined || Object.values(relations).some(({ collection }) => collection))

const holderIds = sql`array(select h.id from account h where ${parameter(({ keys }) => keys[0])}::bigint in (h.id, h.parent_account_id))`

const buildAccountQuery = (id: number, resource: AnyResource) => ({
  resource,
  within: {
    shape: 'held',
    condition: (row: (column: string) => unknown) => sql<boolean>`${row(resource.owner ?? '')} = any(${holderIds})`,
  },
  keys: [id],
})

/** Yields the records page by page as one JSON array, because an export may be larger than the memory. */
async function* streamRows(
  searcher: Searcher,
  query: ReturnType<typeof buildAccountQuery>,
  call: Call,
): AsyncGenerator<string> {
  yield '['
  for (let offset = 0; ; offset += pageSize) {
    const page = await searcher.search({ ...query, request: { limit: pageSize, offset } }, call)
    if (offset > 0 && page.rows !== '[]') yield ','
    yield page.rows.slice(1, -1)
    if (offset + pageSize >= page.total) break
  }
  yield ']'
}

async function* streamSettings(id: number, { db }: Call): AsyncGenerator<string> {
  const [found] = await db.query(
    sql<{
      rows: string
    }>`select coalesce(json_agg(s), '[]')::text as rows from user_setting s join account h on h.id = s.account_id where ${id} in (h.id, h.parent_account_id)`,
  )
  yield found?.rows ?? '[]'
}

async function* streamBranding(id: number, { db }: Call): AsyncGenerator<string> {
  const [found] = await db.query(
    sql<{
      rows: string
    }>`select coalesce(json_agg(to_jsonb(b) || jsonb_build_object('logo', translate(encode(b.logo, 'base64'), E'\n', ''))), '[]')::text as rows
from branding b where b.account_id = ${id}`,
  )
  yield found?.rows ?? '[]'
}

async function* streamPagePictures(id: number, { db }: Call): AsyncGenerator<string> {
  const [found] = await db.query(sql<{
    rows: string
  }>`select coalesce(json_agg(json_build_object('status_page_id', p.id, 'logo', p.logo, 'favicon', p.favicon)), '[]')::text as rows
from status_page p where p.owner_id = ${id} and num_nonnulls(p.logo, p.favicon) > 0`)
  yield found?.rows ?? '[]'
}
