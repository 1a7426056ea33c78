import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { request } from 'node:http'
import { after, before, test } from 'node:test'
import { hashPassword } from '@wachta/api/src/platform/authentication/passwords.ts'
import { addAccount, addPackage } from '@wachta/testing/api/accounts'
import { apiHost, openTestCells, pagesHost, type TestCells } from '@wachta/testing/cells/open-cells'
import { createTemporaryDirectory } from '@wachta/testing/daemon'
import { runInProcess } from '@wachta/testing/processes/command'
import { eventuallyWith } from '@wachta/testing/processes/eventually'
import { sql } from 'kysely'

const password = 'a long enough secret of mine'
const names = ['main', 'west'] as const
const people = ['anna', 'bartek'] as const

interface Person {
  readonly account: number
  readonly session: string
  readonly authToken: string
  readonly apiKey: string
}

interface Answer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape
  readonly body: any
  readonly text: string
  readonly cookie: string | undefined
}

let cells: TestCells
const known: Person[] = []

before(async () => {
  cells = await openTestCells(names)
  const passwordHash = await hashPassword(password)
  for (const [index, { api, publish }] of cells.cells.entries()) {
    await addPackage(api.owner)
    await addAccount(api.owner, { username: people[index] ?? '', passwordHash })
    await publish(`${people[index]}-shop`, { title: `Shop of ${people[index]}`, host: `status.${people[index]}.test` })
    const [owner] = await api.owner.query(sql<{ id: number }>`select id from account`)
    await api.owner.query(sql`with p as (insert into status_page (owner_id, title, slug, domain)
  values (${owner?.id}, 'Shop', ${`${people[index]}-shop`}, ${`status.${people[index]}.test`}) returning id, domain)
insert into status_page_domain (status_page_id, domain, target, claimed_at, verified_at, next_check_at)
select id, domain, ${pagesHost}, now(), now(), now() from p`)
  }
  for (const person of people) known.push(await signIn(person))
  await cells.updateRouter()
})
after(() => cells[Symbol.asyncDispose]())

/** Signs in through the router; the directory needs a moment to learn of a new name. */
async function signIn(username: string): Promise<Person> {
  const eventually = eventuallyWith([], 20)
  const session = await eventually(`${username} signs in`, async () => {
    const { status, body } = await send('POST', '/v3/sessions', { body: { username, password } })
    return status === 201 ? body.token : undefined
  })
  const as = `Bearer ${session}`
  const authToken = (await send('POST', '/v3/auth_token', { body: { username, password } })).body.id
  const made = await send('POST', '/v3/api_keys', { as, body: { name: 'Mine', scopes: ['account:read'] } })
  const me = await send('GET', '/v3/accounts/my_account', { as })
  return { account: me.body.id, session: as, authToken: `Bearer ${authToken}`, apiKey: `Bearer ${made.body.key}` }
}

interface Asked {
  readonly as?: string
  readonly body?: unknown
  readonly host?: string
  readonly cookie?: string
}

/** Sends a request to the router, with the host name that a visitor would use. */
const send = (method: string, path: string, { as, body, host = apiHost, cookie }: Asked = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const headers = {
      host,
      ...(as !== undefined && { authorization: as }),
      ...(cookie !== undefined && { cookie }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    }
    const sent = request(`${cells.origin}${path}`, { method, headers }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () => {
        const text = Buffer.concat(parts).toString()
        const isJson = String(response.headers['content-type']).startsWith('application/json')
        const cookies = response.headers['set-cookie']
        resolve({
          status: response.statusCode ?? 0,
          text,
          body: isJson ? JSON.parse(text) : null,
          cookie: cookies?.[0],
        })
      })
    })
    sent.once('error', reject)
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })

test('a name, a session, a deprecated token and an API key lead to the cell of their account', async () => {
  for (const [index, person] of people.entries()) {
    const { account, session, authToken, apiKey } = known[index] ?? assert.fail()
    assert.equal(Math.floor(account / 1e12), index)
    const basic = `Basic ${Buffer.from(`${person.toUpperCase()}:${password}`).toString('base64')}`
    for (const as of [session, authToken, apiKey, basic]) {
      const { status, body } = await send('GET', '/v3/accounts/my_account', { as })
      assert.deepEqual([status, body.username], [200, person], as)
    }
  }
})

test('with the secret of one cell, an id of another is unknown, and an altered mark makes no secret valid', async () => {
  const [anna, bartek] = known
  for (const as of [anna?.session, anna?.apiKey])
    assert.equal((await send('GET', `/v3/accounts/${bartek?.account}`, { as: as ?? '' })).status, 404)
  const altered = [
    bartek?.session.replace('c1_', ''),
    bartek?.session.replace('c1_', 'c2_'),
    anna?.session.replace('Bearer ', 'Bearer c1_'),
    bartek?.apiKey.replace('c1_', ''),
    anna?.apiKey.replace('wak_', 'wak_c1_'),
    bartek?.authToken.replace('ce1101', 'ce1102'),
  ]
  for (const as of altered) assert.equal((await send('GET', '/v3/services', { as: as ?? '' })).status, 401, as)
})

test('a wrong password, an unknown name and a name in another spelling get no session', async () => {
  for (const username of [...people, 'nobody']) {
    const { status, cookie } = await send('POST', '/v3/sessions', {
      body: { username, password: 'not the one I have' },
    })
    assert.equal(status, 401)
    assert.equal(cookie, undefined)
  }
})

test('an id leads a request without a secret, and that of a cell that does not exist leads nowhere', async () => {
  for (const { api } of cells.cells) {
    const id = await addAccount(api.owner, { activated: false })
    const token = createHash('sha256').update(String(id)).digest('hex').slice(0, 32)
    await api.owner.query(sql`insert into mailed_token (token_hash, account_id, purpose, expires_at)
values (${createHash('sha256').update(token).digest()}, ${id}, 'activation', now() + interval '1 hour')`)
    const { status, text } = await send('GET', `/v3/accounts/${id}/activate?token=${token}`)
    assert.equal(status, 200, text)
    const [account] = await api.owner.query(
      sql<{ done: boolean }>`select is_activated as done from account where id = ${id}`,
    )
    assert.equal(account?.done, true)
  }
  assert.equal((await send('GET', '/v3/reports/77000000000001/pdf/by_token/a.pdf?token=x')).status, 404)
})

test('the signed link of a message leads to the cell of its id, and a form to subscribe to that of its page', async () => {
  for (const [index, { api }] of cells.cells.entries()) {
    // Only the cell that signed the id knows it; the other one would not find the notification.
    const [notification] = await api.owner.query(sql<{ id: number }>`with o as (select id from account limit 1)
select nextval(pg_get_serial_sequence('notification', 'id')) as id from o`)
    const before = await cells.countRequests(index)
    await send('GET', `/acknowledge/${api.signer.sign(notification?.id ?? 0)}`)
    await send('GET', `/subscribe/${people[index]}-shop`)
    assert.equal((await cells.countRequests(index)) - before, 2)
  }
  assert.equal((await send('GET', '/acknowledge/zzzzzzzzzzz.0000000000000000')).status, 404)
})

test('a registration goes to the cell of its name, where the name is taken, and otherwise to the one with the most room', async () => {
  const register = (username: string) =>
    send('POST', '/v3/accounts/register', {
      body: { name: 'Shop', username, password, user_data: { email_address: `${username}@example.com` } },
    })
  for (const person of people) {
    const { status, body } = await register(person)
    assert.deepEqual([status, body[0].error], [409, 'already_taken'])
  }
  const { status, body } = await register('celina')
  assert.equal(status, 201, JSON.stringify(body))
  assert.ok(Math.floor(body.id / 1e12) <= 1)
})

test('the host name of a page and the path of one without a domain lead to the pages of its cell', async () => {
  for (const person of people) {
    for (const [host, path] of [
      [pagesHost, `/${person}-shop/`],
      [`status.${person}.test`, '/'],
      [`STATUS.${person}.test`, '/'],
    ] as const) {
      const { status, text } = await send('GET', path, { host })
      assert.equal(status, 200, `${host}${path}`)
      assert.match(text, new RegExp(`Shop of ${person}`))
    }
  }
  assert.equal((await send('GET', '/unknown/', { host: pagesHost })).status, 404)
  assert.equal((await send('GET', '/', { host: 'status.unknown.test' })).status, 404)
  // A name that is not in a map yet is looked up in the directory.
  const [, west] = cells.cells
  await west?.publish('fresh', { title: 'Fresh' })
  await west?.api.owner.query(
    sql`insert into status_page (owner_id, title, slug) select id, 'Fresh', 'fresh' from account limit 1`,
  )
  await eventuallyWith([], 20)('the new page', async () => {
    const { status } = await send('GET', '/fresh/', { host: pagesHost })
    return status === 200 || undefined
  })
})

test('what carries nothing goes to the cell where the browser signed in last, and to the first one otherwise', async () => {
  const { cookie } = await send('POST', '/v3/sessions', { body: { username: 'bartek', password } })
  assert.match(cookie ?? '', /^wachta_cell=1;/)
  for (const given of [undefined, 'wachta_cell=1', 'wachta_cell=7', 'wachta_cell=x'])
    assert.equal(
      (await send('GET', '/v3/dictionaries/languages', { ...(given && { cookie: given }) })).status,
      200,
      given,
    )
})

test('the operator sees all cells and all their accounts', async () => {
  const environment = { ...process.env, ...cells.environment }
  const listed = await runInProcess(environment, 'cells', 'list', '--json')
  assert.deepEqual(
    JSON.parse(listed.out).map(({ number, name, most_services }: Record<string, unknown>) => [
      number,
      name,
      most_services,
    ]),
    [
      [0, 'main', 50_000],
      [1, 'west', 50_000],
    ],
  )
  const found = await runInProcess(environment, 'cells', 'accounts', 'bartek', '--json')
  assert.deepEqual(
    JSON.parse(found.out).map(({ cell, username }: Record<string, unknown>) => [cell, username]),
    [['west', 'bartek']],
  )
})

test('with custom domains that cells serve with TLS, HAProxy accepts the configuration', async () => {
  await using folder = await createTemporaryDirectory()
  const environment = { ...process.env, ...cells.environment }
  const [added] = JSON.parse((await runInProcess(environment, 'cells', 'list', '--json')).out)
  const addresses = [
    '--api',
    added.api,
    '--pages',
    added.pages,
    '--pages-tls',
    '127.0.0.1:9',
    '--most-services',
    '60000',
  ]
  assert.equal((await runInProcess(environment, 'cells', 'add', 'main', ...addresses)).code, 0)
  const written = await runInProcess(
    environment,
    ...['cells', 'haproxy', '--to', folder.path, '--bind', '127.0.0.1:1080', '--pages-tls-bind', ':1443'],
    ...['--host', apiHost, '--host', 'evidence.wachta.test', '--pages-host', pagesHost],
    ...['--socket', `${folder.path}/socket`, '--directory-url', 'http://127.0.0.1:1'],
  )
  assert.equal(written.code, 0, written.error)
  const path = `${process.env['PATH']}:/usr/sbin`
  const checked = spawnSync('haproxy', ['-c', '-f', `${folder.path}/haproxy.cfg`], {
    env: { ...process.env, PATH: path },
  })
  assert.equal(checked.status, 0, String(checked.stderr))
})

test('without the directory nobody signs in by name, and everything else goes on', async () => {
  await cells.stopDirectory()
  const { status } = await send('POST', '/v3/sessions', { body: { username: 'anna', password } })
  assert.equal(status, 503)
  for (const { session, apiKey } of known)
    for (const as of [session, apiKey]) assert.equal((await send('GET', '/v3/accounts/my_account', { as })).status, 200)
  assert.equal((await send('GET', '/anna-shop/', { host: pagesHost })).status, 200)
})
