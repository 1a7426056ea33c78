import { Readable } from 'node:stream'
import {
  type AnyResource,
  type Call,
  type Operation,
  parameter,
  parseKey,
  type RowCondition,
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
      add(streamRows(searcher, { accountId: id, resource }, call), resource.name)
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

/** The rows of one resource that belong to an account or its users. */
interface AccountRows {
  readonly accountId: number
  readonly resource: AnyResource
}

/**
 * Yields the records page by page as one JSON array, because an export may be larger than the memory. If the records
 * have ids, each page begins after the last id of the previous page, so deleted rows do not make it skip others.
 */
async function* streamRows(
  searcher: Searcher,
  { accountId, resource }: AccountRows,
  call: Call,
): AsyncGenerator<string> {
  const { key, keys, fields } = resource
  const hasId = keys.length === 1 && fields[key] !== undefined
  const within = selectAccountRows(resource, hasId)
  yield '['
  for (let [isFirst, lastId, offset] = [true, 0, 0]; ; isFirst = false) {
    const query = { resource, within, keys: [accountId, lastId], isCountBounded: hasId }
    const { rows, total } = await searcher.search({ ...query, request: { limit: pageSize, offset } }, call)
    if (rows !== '[]') yield `${isFirst ? '' : ','}${rows.slice(1, -1)}`
    if (offset + pageSize >= total) break
    if (hasId) lastId = readLastId(rows, key)
    else offset += pageSize
  }
  yield ']'
}

/** Selects the rows of the account in `keys[0]` and of its users; if they have ids, only those after `keys[1]`. */
const selectAccountRows = ({ owner, key }: AnyResource, hasId: boolean): RowCondition => ({
  cacheKey: hasId ? 'held, after an id' : 'held',
  condition: (row) => sql<boolean>`${row(owner ?? '')} = any(${holderIds})
  ${hasId ? sql`and ${row(key)} > ${parameter(({ keys }) => keys[1])}::bigint` : sql``}`,
})

function readLastId(rows: string, key: string): number {
  const last = (JSON.parse(rows) as Readonly<Record<string, number>>[]).at(-1)
  return last?.[key] ?? 0
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
