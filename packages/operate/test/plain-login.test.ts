import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { openDatabase } from '@wachta/database'
import { getServerUrl } from '@wachta/testing/database'
import { getBasicEnvironment } from '@wachta/testing/processes/basic-environment'
import { runInProcess } from '@wachta/testing/processes/command'
import { sql } from 'kysely'

/** A login as from `createuser --createrole`, with databases from `createdb --owner`: no superuser, no memberships. */
const login = `wachta_plain_${process.pid}`
const databases = [`${login}_first`, `${login}_second`] as const
let folder: string

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wachta-plain-'))
  await asServer(`create role ${login} login createrole`)
  for (const name of databases) await asServer(`create database ${name} owner ${login}`)
})
after(async () => {
  for (const name of databases) await asServer(`drop database if exists ${name} with (force)`)
  await asServer(`drop role if exists ${login}`)
  await rm(folder, { recursive: true, force: true })
})

async function asServer(statement: string): Promise<void> {
  await using server = openDatabase(getServerUrl(), { role: null, connections: 1 })
  await server.query(sql.raw(statement))
}

const variables = (name: string): Record<string, string> => ({
  ...getBasicEnvironment(),
  DATABASE_URL: Object.assign(new URL(getServerUrl()), { username: login, pathname: `/${name}` }).href,
  OBJECTS_URL: `file://${folder}/objects-of-${name}`,
  SECRET_KEYS: `k1:${Buffer.alloc(32, 1).toString('base64')}`,
})

async function does(environment: Record<string, string>, ...words: string[]): Promise<void> {
  const { code, error } = await runInProcess(environment, ...words)
  assert.equal(code, 0, error)
}

test('a login without superuser rights can migrate, run and restore', async () => {
  const [first, second] = databases.map(variables) as [Record<string, string>, Record<string, string>]
  await does(first, 'migrate')
  await does(first, 'admin', 'packages', 'list')
  await does(first, 'backup', '--to', join(folder, 'backup'))

  // On another server it is not a member of the role yet.
  await asServer(`revoke wachta_app from ${login}`)
  const refused = await runInProcess(first, 'admin', 'packages', 'list')
  assert.deepEqual([refused.code, /set role "wachta_app"/.test(refused.error)], [1, true], 'the control')

  await does(second, 'restore', '--from', join(folder, 'backup'))
  await does(second, 'admin', 'packages', 'list')
  await does(second, 'migrate')
})
