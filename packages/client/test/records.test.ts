import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { addAccount, openSession } from '@wachta/testing/api/accounts'
import { startTestServer, type TestServer } from '@wachta/testing/api/start-service'
import { repositoryRoot } from '@wachta/testing/repository'
import { createClient, type ListId, operations } from '../src/index.ts'

interface Document {
  readonly paths: Readonly<Record<string, { readonly get?: DocumentedOperation }>>
  readonly components: {
    readonly schemas: Readonly<Record<string, { readonly properties?: Readonly<Record<string, unknown>> }>>
  }
}
interface DocumentedOperation {
  readonly operationId: ListId
  readonly responses: Readonly<
    Record<string, { content?: Record<string, { schema: { items?: { $ref?: string } } }>; headers?: object }>
  >
}

let service: TestServer

before(async () => {
  service = await startTestServer()
  await fill()
})
after(async () => {
  await service[Symbol.asyncDispose]()
})

// The document requires no field of a record, because callers may select fields. Without a selection, all must come.
test('records come with every field that their type has', async () => {
  const document: Document = JSON.parse(await readFile(join(repositoryRoot, 'api', 'openapi.json'), 'utf8'))
  const token = (await openSession(service.api.owner, await administrator(), 'administrator')).replace('Bearer ', '')
  const customer = service.client()
  const seen = new Set<string>()
  for (const { id, record } of listsOf(document)) {
    const client = id.includes('admin') ? createClient({ baseUrl: service.baseUrl, token: () => token }) : customer
    for (const item of await client.call(id)) {
      assert.deepEqual(lacking(document, record, item), [], `${id} lacks fields`)
      seen.add(record)
    }
  }
  const wanted =
    'account admin_account admin_package contact contact_group default_template group language sensor service'
  assert.deepEqual(
    wanted.split(' ').filter((record) => !seen.has(record)),
    [],
    'never seen',
  )
})

test('a record without one of its fields is found out', async () => {
  const document: Document = JSON.parse(await readFile(join(repositoryRoot, 'api', 'openapi.json'), 'utf8'))
  const [found] = await service.client().call('list_groups', { query: { fields: ['id', 'name'] } })
  assert.ok(lacking(document, 'group', found ?? {}).includes('owner_id'))
})

const administrator = () => addAccount(service.api.owner, { username: 'operator', administrator: true })

async function fill(): Promise<void> {
  const client = service.client()
  await client.call('create_service', { body: { name: 'a', type_id: 'https', address: 'example.com', interval: 600 } })
  const { id } = await client.call('create_contact', { body: { name: 'b' } })
  await client.call('create_contact_group', { body: { name: 'c', contact_ids: [id] } })
}

/** All lists without path parameters, and the type of their records. */
function listsOf({ paths }: Document): { id: ListId; record: string }[] {
  return Object.entries(paths).flatMap(([path, { get }]) => {
    const { content, headers } = get?.responses['200'] ?? {}
    const record = content?.['application/json']?.schema.items?.$ref?.split('/').at(-1)
    return get && record && headers && !path.includes('{') && get.operationId in operations
      ? [{ id: get.operationId, record }]
      : []
  })
}

function lacking({ components }: Document, record: string, item: object): string[] {
  return Object.keys(components.schemas[record]?.properties ?? {}).filter((name) => !(name in item))
}
