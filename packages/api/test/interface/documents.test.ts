import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { Validator } from '@seriousme/openapi-schema-validator'
import { buildOpenApi, buildSwagger, nameSchema, type Operation } from '@wachta/resource'
import { idList, keyList } from '@wachta/resource/field'
import {
  type DocumentFormat,
  description,
  documentFormats,
  documents,
  getSchemas,
  type Json,
  operations,
} from '@wachta/testing/api/published'
import { Type } from 'typebox'
import { asOpenApi, differing } from './translate.ts'

const versions: Readonly<Record<DocumentFormat, string>> = { swagger: '2.0', openapi: '3.0' }

for (const form of documentFormats)
  test(`the ${form} document passes an independent validator`, async () => {
    const validator = new Validator()
    const { valid, errors } = await validator.validate(structuredClone(documents[form]))
    assert.equal(valid, true, JSON.stringify(errors))
    assert.equal(validator.version, versions[form])
  })

for (const form of documentFormats)
  test(`the validator refuses a broken ${form} document`, async () => {
    const broken: ((document: Json) => void)[] = [
      (document) => delete document['info'],
      (document) => Object.assign(operation(document, 'GET /accounts'), { responses: {} }),
      (document) => Object.assign(operation(document, 'GET /accounts'), { tags: 'accounts' }),
      (document) => Object.assign(getSchemas(form, document)['account'] ?? {}, { required: 'id' }),
    ]
    for (const breakIt of broken) {
      const { valid } = await new Validator().validate(changed(form, breakIt))
      assert.equal(valid, false, String(breakIt))
    }
  })

for (const form of documentFormats)
  test(`the ${form} document holds every operation that is served, each complete`, () => {
    assert.deepEqual(
      operationsOf(documents[form])
        .map(([name]) => name)
        .sort(),
      operations.map(({ method, path }) => `${method} ${path}`).sort(),
    )
    assert.deepEqual(faults(form, documents[form]), [])
  })

for (const form of documentFormats)
  test(`what the interface names inside other records has a definition of its own in the ${form} document`, () => {
    const names = [
      'user_data_create_data',
      'package_service_type_limit',
      'metric_value',
      'minute_of_week',
      'sort_order',
    ]
    const definitions = getSchemas(form, documents[form])
    for (const name of [...names, 'traceroute_hop']) assert.ok(definitions[name]?.type, name)
    const prefix = form === 'swagger' ? '#/definitions/' : '#/components/schemas/'
    const { start_minute, end_minute } = definitions['weekly_suspension']?.properties ?? {}
    assert.deepEqual(start_minute, { $ref: `${prefix}minute_of_week` })
    assert.deepEqual(end_minute?.allOf, [{ $ref: `${prefix}minute_of_week` }])
    assert.equal(typeof end_minute?.['description'], 'string')
  })

for (const form of documentFormats)
  test(`what is incomplete in a ${form} document is found out`, () => {
    const created = (document: Json) => operation(document, 'POST /accounts')
    const broken: [fault: string, change: (document: Json) => void][] = [
      ['POST /accounts: no summary', (document) => delete created(document)['summary']],
      ['POST /accounts: tags', (document) => Object.assign(created(document), { tags: [] })],
      ['POST /accounts: no result for 201', (document) => removeResult(created(document), '201')],
      ['PUT /accounts/{_id}: a result for 204', (document) => addResult(operation(document, 'PUT /accounts/{_id}'))],
      ['POST /accounts: no error result', (document) => removeResult(created(document), 'default')],
      [
        'POST /accounts: no single success',
        (document) => Object.assign(created(document)['responses'] as Json, { 200: {} }),
      ],
      [
        'GET /accounts/{_id}: path parameters',
        (document) => delete operation(document, 'GET /accounts/{_id}')['parameters'],
      ],
      ['list_accounts: used twice', (document) => Object.assign(created(document), { operationId: 'list_accounts' })],
      ['no such schema: account', (document) => delete getSchemas(form, document)['account']],
      ['nothing refers to: stray', (document) => Object.assign(getSchemas(form, document), { stray: {} })],
    ]
    for (const [fault, change] of broken) {
      const found = faults(form, changed(form, change))
      assert.ok(found.includes(fault), `${fault}: ${found}`)
    }
  })

test('the documents differ in null, the size bounds of id arrays and the base path, and in nothing else', () => {
  assert.deepEqual(differing(asOpenApi(documents.swagger), documents.openapi), [])
  assert.equal(documents.swagger['basePath'], '/v3')
  assert.deepEqual(documents.openapi['servers'], [{ url: '/v3' }])
})

test('null is a member of the type list in one form and a flag in the other, and never both', () => {
  const [listed, flagged] = [JSON.stringify(documents.swagger), JSON.stringify(documents.openapi)]
  assert.match(listed, /"type":\["integer","null"\]/)
  assert.doesNotMatch(listed, /"nullable"/)
  assert.match(flagged, /"nullable":true/)
  assert.doesNotMatch(flagged, /"type":\[/)
})

test('the size bounds of id arrays stand in the Swagger form only, those of other arrays in both', () => {
  const ids = Type.Object({ ids: idList({ max: 7 }).schema, words: keyList({ max: 8 }).schema })
  const witness: Operation = {
    id: 'witness',
    method: 'POST',
    path: '/witness',
    tag: 'witness',
    summary: 'Witness.',
    access: 'public',
    body: nameSchema('witness', ids),
    status: 204,
    handle: async () => undefined,
  }
  const described = { ...description, operations: [witness] }
  const bounded: Json = JSON.parse(JSON.stringify(buildSwagger(described)))
  const unbounded: Json = JSON.parse(JSON.stringify(buildOpenApi(described)))
  const sizes = (form: DocumentFormat, document: Json) =>
    Object.values(getSchemas(form, document)['witness']?.properties ?? {}).map(({ maxItems }) => maxItems)
  assert.deepEqual(sizes('swagger', bounded), [7, 8])
  assert.deepEqual(sizes('openapi', unbounded), [undefined, 8])
  assert.deepEqual(differing(asOpenApi(bounded), unbounded), [])
})

test('the comparison passes over the named differences and over nothing else', () => {
  const schema = (document: Json, name: string) => getSchemas('swagger', document)[name] ?? {}
  const property = (document: Json, name: string) => schema(document, 'account').properties?.[name] ?? {}
  const path = '#/paths/~1accounts'
  const last = (operation(documents.swagger, 'GET /accounts')['parameters'] as Json[]).length - 1
  const changes: [at: string, change: (document: Json) => void][] = [
    ['#/info/version', (document) => Object.assign(document['info'] as Json, { version: '9' })],
    ['#/servers/0/url', (document) => Object.assign(document, { basePath: '/v4' })],
    ['#/components/schemas/account', (document) => delete getSchemas('swagger', document)['account']],
    ['#/components/schemas/extra', (document) => Object.assign(getSchemas('swagger', document), { extra: {} })],
    [
      '#/components/schemas/account_create_data/additionalProperties',
      (document) => delete schema(document, 'account_create_data').additionalProperties,
    ],
    ['#/components/schemas/error/required/2', (document) => schema(document, 'error').required?.pop()],
    [
      '#/components/schemas/account/properties/name/maxLength',
      (document) => Object.assign(property(document, 'name'), { maxLength: 256 }),
    ],
    [
      '#/components/schemas/account/properties/language_id/default',
      (document) => delete property(document, 'language_id').default,
    ],
    [
      '#/components/schemas/account/properties/parent_account_id/nullable',
      (document) => Object.assign(property(document, 'parent_account_id'), { type: 'integer' }),
    ],
    [
      '#/components/schemas/user_data/properties/ip_whitelist/maxItems',
      (document) => delete schema(document, 'user_data').properties?.['ip_whitelist']?.['maxItems'],
    ],
    [`${path}/get/summary`, (document) => Object.assign(operation(document, 'GET /accounts'), { summary: 'Another.' })],
    [`${path}/get/deprecated`, (document) => Object.assign(operation(document, 'GET /accounts'), { deprecated: true })],
    [
      `${path}/get/parameters/${last}`,
      (document) => (operation(document, 'GET /accounts')['parameters'] as Json[]).pop(),
    ],
    [`${path}/post/requestBody`, (document) => (operation(document, 'POST /accounts')['parameters'] as Json[]).pop()],
    [`${path}/post/responses/201/content`, (document) => removeResult(operation(document, 'POST /accounts'), '201')],
    [
      `${path}/post/responses/default`,
      (document) => delete (operation(document, 'POST /accounts')['responses'] as Json)['default'],
    ],
    [`${path}/get/security`, (document) => delete operation(document, 'GET /accounts')['security']],
    [path, (document) => delete (document['paths'] as Json)['/accounts']],
    ['#/components/securitySchemes/basic', (document) => delete (document['securityDefinitions'] as Json)['basic']],
  ]
  const unchanged = asOpenApi(documents.swagger)
  for (const [at, change] of changes)
    assert.deepEqual(differing(asOpenApi(changed('swagger', change)), unchanged), [at], String(change))
})

function faults(form: DocumentFormat, document: Json): string[] {
  const all = operationsOf(document)
  const ids = all.map(([, { operationId }]) => String(operationId))
  const used = new Set(
    JSON.stringify(document)
      .match(/"\$ref":"[^"]+"/g)
      ?.map((ref) => ref.slice(8, -1)),
  )
  const prefix = form === 'swagger' ? '#/definitions/' : '#/components/schemas/'
  const names = new Set(Object.keys(getSchemas(form, document)))
  return [
    ...all.flatMap(([name, said]) => operationFaults(name, said)),
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${id}: used twice`),
    ...[...used].filter((ref) => !ref.startsWith(prefix)).map((ref) => `leads out of the document: ${ref}`),
    ...[...used]
      .map((ref) => ref.slice(prefix.length))
      .filter((name) => !names.has(name))
      .map((name) => `no such schema: ${name}`),
    ...[...names].filter((name) => !used.has(prefix + name)).map((name) => `nothing refers to: ${name}`),
  ]
}

function operationFaults(name: string, { summary, tags, operationId, parameters = [], responses }: Json): string[] {
  const found: string[] = []
  const must = (holds: boolean, fault: string) => void (holds || found.push(`${name}: ${fault}`))
  const answers = Object.entries(responses as Record<string, Json>).filter(([status]) => status !== 'default')
  const [status = '', success = {}] = answers[0] ?? []
  const inPath = [...name.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter)
  const declared = (parameters as Json[])
    .filter((parameter) => parameter['in'] === 'path')
    .map(({ name: said }) => said)
  must(typeof summary === 'string' && /^[A-Z].*\.$/.test(summary), 'no summary')
  must(Array.isArray(tags) && tags.length === 1 && tags[0] !== '', 'tags')
  must(typeof operationId === 'string' && /^[a-z][a-z0-9_]+$/.test(operationId), 'no id')
  must(answers.length === 1, 'no single success')
  must(status === '204' || hasResult(success), `no result for ${status}`)
  must(status !== '204' || !hasResult(success), 'a result for 204')
  must(hasResult((responses as Record<string, Json>)['default'] ?? {}), 'no error result')
  must(isDeepStrictEqual(declared, inPath), 'path parameters')
  return found
}

const hasResult = ({ schema, content }: Json): boolean =>
  schema !== undefined || Object.values((content ?? {}) as Record<string, Json>).some((media) => media['schema'])

const operationsOf = (document: Json): [name: string, operation: Json][] =>
  Object.entries(document['paths'] as Record<string, Record<string, Json>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, said]): [string, Json] => [`${method.toUpperCase()} ${path}`, said]),
  )

function operation(document: Json, wanted: string): Json {
  const [, found] = operationsOf(document).find(([name]) => name === wanted) ?? []
  assert.ok(found, `${wanted} is described`)
  return found
}

function removeResult(said: Json, status: string): void {
  const response = (said['responses'] as Record<string, Json>)[status] ?? {}
  delete response['schema']
  delete response['content']
}

function addResult(said: Json): void {
  const response = (said['responses'] as Record<string, Json>)['204'] ?? {}
  response['schema'] = {}
}

function changed(form: DocumentFormat, change: (document: Json) => void): Json {
  const document = structuredClone(documents[form])
  change(document)
  return document
}
