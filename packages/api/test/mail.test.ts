import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { type Database, openDatabase } from '@wachta/database'
import type { MailRequest, WorkerLog } from '@wachta/queue'
import { createTestDatabase, type TestDatabase } from '@wachta/testing/database'
import {
  addRawJob,
  allowCompletion,
  deleteAllJobs,
  loadJobs,
  lockJob,
  makeJobsDue,
  type StoredJob,
} from '@wachta/testing/jobs'
import { type Smtp, startSmtp, type Verdict, waitForMail } from '@wachta/testing/smtp'
import { sql } from 'kysely'
import { hashToken } from '../src/platform/authentication/tokens.ts'
import { createMailTask } from '../src/platform/mail/deliver.ts'
import { startMailer } from '../src/platform/mail/mailer.ts'
import { enqueueMail } from '../src/platform/mail/outbox.ts'
import { findOwnPage } from '../src/platform/mail/own-page.ts'
import { createMailTransport } from '../src/platform/mail/transport.ts'

const now = new Date('2026-03-10T13:05:00Z')
const expiresAt = new Date('2026-03-12T13:05:00Z')
const from = 'Wachta <noreply@wachta.example>'

const quiet = () => undefined
const silent: WorkerLog = { debug: quiet, info: quiet, warn: quiet, error: quiet }

let clone: TestDatabase
let owner: Database
let database: Database

before(async () => {
  clone = await createTestDatabase()
  owner = openDatabase(clone.url, { role: null })
  database = openDatabase(clone.url)
  await owner.query(sql`insert into package (id, name) values (1, 'Basic')`)
})

after(async () => {
  await database[Symbol.asyncDispose]()
  await owner[Symbol.asyncDispose]()
  await clone[Symbol.asyncDispose]()
})

beforeEach(async () => {
  await allowCompletion(owner, true)
  await deleteAllJobs(owner)
})

interface AccountRow {
  readonly name?: string
  readonly language?: string
  readonly password?: string | null
  readonly parent?: number | null
}

let accounts = 0

async function addAccount({ name = 'Huta Nowa', language = 'pl', password = 'hash', parent = null }: AccountRow = {}) {
  accounts += 1
  const username = `user${accounts}`
  const emailAddress = `${username}@mail.example`
  const [account] = await owner.query(sql<{ id: number }>`insert into account
  (name, username, package_id, language_id, email_address, parent_account_id)
values (${name}, ${username}, 1, ${language}, ${emailAddress}, ${parent}) returning id`)
  const id = account?.id ?? 0
  await owner.query(sql`insert into credential (account_id, password_hash) values (${id}, ${password})`)
  return { id, username, emailAddress }
}

interface Line {
  readonly level: string
  readonly details: object
  readonly message: string
}

function recorder(): { log: WorkerLog; lines: Line[]; all(): string } {
  const lines: Line[] = []
  const at = (level: string) => (details: object, message: string) => void lines.push({ level, details, message })
  const log = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
  return {
    log,
    lines,
    all: () => JSON.stringify(lines, (_, value) => (value instanceof Error ? String(value) : value)),
  }
}

function open(url: string, options: { log?: WorkerLog; database?: Database } = {}) {
  const transport = createMailTransport({ url, from })
  const publicUrl = 'https://wachta.example/'
  const task = createMailTask({ database, transport, publicUrl, now: () => now, ...options })
  return startMailer({
    database,
    heartbeats: options.database ?? database,
    task,
    log: silent,
    restartAfterMs: 50,
    ...options,
  })
}

const send = (request: MailRequest) => database.transaction((tx) => enqueueMail(tx, request))

const jobs = () => loadJobs(owner)
const noJobs = () => waitForMail(async () => ((await jobs()).length === 0 ? true : undefined))

async function attempted(attempts: number): Promise<StoredJob> {
  return waitForMail(async () =>
    (await jobs()).find((job) => job.attempts === attempts && job.last_error && !job.locked_by),
  )
}

const linkIn = (text: string | undefined) => new URL(text?.match(/^https?:\/\/\S+token=\S+$/m)?.[0] ?? 'none:')

describe('a queued mail', () => {
  let smtp: Smtp
  let mailer: AsyncDisposable
  before(async () => {
    smtp = await startSmtp()
    mailer = open(smtp.url)
  })
  after(async () => {
    await mailer[Symbol.asyncDispose]()
    await smtp[Symbol.asyncDispose]()
  })

  const deliver = async (request: MailRequest) => {
    const index = smtp.received.length
    await send(request)
    const message = await smtp.message(index)
    await noJobs()
    return message
  }

  test('is sent if its transaction commits, and never if it is rolled back', async () => {
    const told = await addAccount()
    const untold = await addAccount()
    const index = smtp.received.length
    await assert.rejects(
      database.transaction(async (tx) => {
        await enqueueMail(tx, { kind: 'password_changed', accountId: untold.id })
        throw new Error('changed my mind')
      }),
      /changed my mind/,
    )
    await send({ kind: 'password_changed', accountId: told.id })
    assert.deepEqual((await smtp.message(index)).recipients, [told.emailAddress])
    await noJobs()
    assert.deepEqual(
      smtp.received.filter(({ recipients }) => recipients.includes(untold.emailAddress)),
      [],
    )
  })

  test('of activation carries a token of which only the hash is stored, for 48 hours', async () => {
    const { id, emailAddress } = await addAccount()
    const redirectUri = 'https://partner.example/welcome'
    const { email, recipients } = await deliver({ kind: 'activation', accountId: id, redirectUri })
    assert.deepEqual(recipients, [emailAddress])
    const link = linkIn(email.text)
    assert.equal(link.origin + link.pathname, `https://wachta.example/v3/accounts/${id}/activate`)
    assert.equal(link.searchParams.get('account_id'), String(id))
    const token = link.searchParams.get('token') ?? ''
    assert.match(token, /^[0-9a-f]{32}$/)
    assert.ok(email.html?.includes(`token=${token}&amp;account_id=${id}"`))
    const stored = await owner.query(sql`select * from mailed_token where account_id = ${id}`)
    assert.deepEqual(stored, [
      {
        token_hash: hashToken(token),
        account_id: id,
        purpose: 'activation',
        redirect_uri: redirectUri,
        expires_at: expiresAt,
        used_at: null,
        address: null,
        created_at: new Date(expiresAt.getTime() - 48 * 3_600_000),
      },
    ])
  })

  test('of activation leads into the app where there is one, unless it is to lead on', () => {
    const request = { kind: 'activation', accountId: 7 } as const
    const redirectUri = 'https://partner.example/welcome'
    assert.equal(findOwnPage(request, true), 'activate')
    assert.equal(findOwnPage({ ...request, redirectUri: null }, true), 'activate')
    assert.equal(findOwnPage({ ...request, redirectUri }, true), 'v3/accounts/7/activate')
    assert.equal(findOwnPage(request, false), 'v3/accounts/7/activate')
    assert.equal(findOwnPage({ kind: 'password', accountId: 7 }, true), 'reset_password')
  })

  test('leads to a page of the customer, whose query stays', async () => {
    const { id } = await addAccount()
    const page = 'https://partner.example/in?lang=pl&x=1#top'
    for (const kind of ['activation', 'password'] as const) {
      const { email } = await deliver({ kind, accountId: id, page })
      const link = linkIn(email.text)
      assert.equal(link.origin + link.pathname, 'https://partner.example/in')
      assert.deepEqual([...link.searchParams.keys()], ['lang', 'x', 'token', 'account_id'])
      assert.equal(link.hash, '#top')
    }
  })

  test('of a password speaks differently to whom has one and whom has none', async () => {
    const parent = await addAccount({ name: 'Huta Nowa' })
    const holder = await addAccount({ name: 'Ewa', password: null, parent: parent.id })
    const reset = await deliver({ kind: 'password', accountId: parent.id })
    assert.equal(reset.email.subject, 'Ustaw nowe hasło do Wachty')
    const first = await deliver({ kind: 'password', accountId: holder.id })
    assert.equal(first.email.subject, 'Ustaw hasło do konta w Wachcie')
    assert.match(first.email.text ?? '', /^Utworzone przez: Huta Nowa$/m)
    const link = linkIn(first.email.text)
    assert.equal(link.origin + link.pathname, 'https://wachta.example/reset_password')
    const [stored] = await owner.query(
      sql<{ purpose: string; token_hash: Buffer }>`select * from mailed_token where account_id = ${holder.id}`,
    )
    assert.equal(stored?.purpose, 'password')
    assert.deepEqual(stored?.token_hash, hashToken(link.searchParams.get('token') ?? ''))
  })

  test('is written in the language of the account', async () => {
    const pole = await addAccount({ language: 'pl' })
    const other = await addAccount({ language: 'en' })
    const polish = await deliver({ kind: 'activation', accountId: pole.id })
    const english = await deliver({ kind: 'activation', accountId: other.id })
    assert.equal(polish.email.subject, 'Aktywuj konto w Wachcie')
    assert.match(polish.email.text ?? '', /do\s12 marca 2026 14:05\sCET/)
    assert.match(polish.email.html ?? '', /<html lang="pl"/)
    assert.equal(english.email.subject, 'Activate your Wachta account')
    assert.match(english.email.html ?? '', /<html lang="en"/)
  })

  test('about a new address goes to the old one, and one about closing tells the date', async () => {
    const { id, emailAddress } = await addAccount({ language: 'en' })
    const moved = await deliver({ kind: 'address_changed', accountId: id, to: 'old@mail.example' })
    assert.deepEqual(moved.recipients, ['old@mail.example'])
    assert.ok(!moved.raw.includes(emailAddress), 'a reader of the old mailbox would learn the new address')
    const closed = await deliver({ kind: 'account_closed', accountId: id, eraseAfter: '2026-04-09T22:30:00Z' })
    // In Warsaw that is the next day already.
    assert.match(closed.email.text ?? '', /after\s10\s+April\s+2026/)
  })

  test('says that a machine sent it, and nothing about programs', async () => {
    const { id } = await addAccount()
    const { email } = await deliver({ kind: 'password_changed', accountId: id })
    const header = (name: string) => email.headers.find(({ key }) => key === name)?.value
    assert.equal(header('auto-submitted'), 'auto-generated')
    assert.match(email.messageId ?? '', /^<[0-9a-f]{32}@wachta\.example>$/)
    assert.deepEqual(email.from, { name: 'Wachta', address: 'noreply@wachta.example' })
    assert.equal(header('x-mailer'), undefined)
  })

  test('takes no header and no recipient from a name or an address', async () => {
    const { id } = await addAccount({ name: 'Evil\r\nBcc: victim@mail.example\r\n\r\n<script>alert(1)</script>' })
    const named = await deliver({ kind: 'activation', accountId: id })
    assert.equal(named.recipients.length, 1)
    assert.deepEqual(named.email.headers.map(({ key }) => key).sort(), [
      'auto-submitted',
      'content-type',
      'date',
      'from',
      'message-id',
      'mime-version',
      'subject',
      'to',
    ])
    assert.doesNotMatch(named.email.html ?? '', /<script/)
    assert.match(named.email.text ?? '', /^Konto: Evil Bcc: /m)
    const to = 'a@mail.example, b@mail.example\r\nBcc: victim@mail.example'
    const index = smtp.received.length
    await send({ kind: 'address_changed', accountId: id, to })
    await Promise.race([smtp.message(index), attempted(1)])
    for (const { recipients, email } of smtp.received.slice(index)) {
      assert.equal(recipients.length, 1)
      assert.equal(email.bcc, undefined)
    }
  })

  test('about an account that is gone is dropped', async () => {
    const gone = await addAccount()
    const present = await addAccount()
    await owner.query(sql`delete from account where id = ${gone.id}`)
    const index = smtp.received.length
    await send({ kind: 'activation', accountId: gone.id })
    await noJobs()
    await deliver({ kind: 'password_changed', accountId: present.id })
    assert.deepEqual(
      smtp.received.slice(index).map(({ recipients }) => recipients),
      [[present.emailAddress]],
    )
  })
})

describe('a mail server that fails', () => {
  test('gets the mail again later, under the same Message-ID and with a link that works', async () => {
    const { id } = await addAccount()
    const { log, all } = recorder()
    const { port } = await (async () => {
      await using closed = await startSmtp()
      return closed
    })()
    await using _mailer = open(`smtp://127.0.0.1:${port}`, { log })
    await send({ kind: 'activation', accountId: id })
    const refused = await attempted(1)
    assert.match(refused.last_error ?? '', /ECONNREFUSED/)
    const answers = [{ code: 451, text: `try later, ${id}` }]
    const verdict: Verdict = () => answers.pop() ?? null
    await using smtp = await startSmtp({ port, verdict })
    await makeJobsDue(owner)
    const deferred = await attempted(2)
    assert.match(deferred.last_error ?? '', /451/)
    assert.ok(deferred.is_available)
    await makeJobsDue(owner)
    const [first, second] = [await smtp.message(0), await smtp.message(1)]
    assert.ok(first.email.messageId)
    assert.equal(first.email.messageId, second.email.messageId)
    await noJobs()
    const token = linkIn(second.email.text).searchParams.get('token') ?? ''
    const stored = await owner.query(
      sql<{ found: boolean }>`select from mailed_token where token_hash = ${hashToken(token)}`,
    )
    assert.equal(stored.length, 1)
    assert.doesNotMatch(all(), /@mail\.example/)
  })

  test('never finds the token in the queue', async () => {
    const { id } = await addAccount()
    await using smtp = await startSmtp({ verdict: () => ({ code: 451, text: 'later' }) })
    await using _mailer = open(smtp.url)
    const request: MailRequest = { kind: 'password', accountId: id }
    await send(request)
    const job = await attempted(1)
    const token = linkIn((await smtp.message(0)).email.text).searchParams.get('token') ?? ''
    assert.match(token, /^[0-9a-f]{32}$/)
    assert.deepEqual(job.payload, request)
    assert.ok(!JSON.stringify(job).includes(token))
  })
})

describe('a job that is no mail', () => {
  const payloads: readonly (readonly [payload: unknown, reason: RegExp])[] = [
    [{ kind: 'greeting', accountId: 1 }, /unknown kind/],
    [{ kind: 'password', accountId: '1' }, /password: \/accountId must be integer/],
    [{ kind: 'password', accountId: 1, to: 'jan@mail.example' }, /password: .*additional/],
    [[], /unknown kind/],
  ]
  for (const [payload, reason] of payloads)
    test(`is kept as failed at once: ${JSON.stringify(payload)}`, async () => {
      const { log, lines } = recorder()
      await using smtp = await startSmtp()
      await using _mailer = open(smtp.url, { log })
      await addRawJob(owner, 'mail', { payload, maxAttempts: 12 })
      const job = await attempted(1)
      assert.equal(job.is_available, false)
      assert.match(job.last_error ?? '', reason)
      const line = lines.find(({ message }) => message.includes('can never succeed'))
      assert.equal(line?.level, 'error')
      assert.match(JSON.stringify(line?.details), reason)
      assert.ok(!JSON.stringify(lines).includes('jan@mail.example'))
      assert.equal(smtp.received.length, 0)
    })

  test('leads nowhere but to the web, and tells no date that is none', async () => {
    const { id } = await addAccount()
    const transport = { send: () => assert.fail('it was sent') }
    const task = createMailTask({ database, transport, publicUrl: 'https://wachta.example', now: () => now })
    const job = { id: '1', createdAt: now }
    for (const page of ['javascript:alert(1)', 'data:text/html,x', 'nowhere'])
      await assert.rejects(task({ kind: 'activation', accountId: id, page }, job), /http or https URL/)
    await assert.rejects(task({ kind: 'account_closed', accountId: id, eraseAfter: 'soon' }, job), /is invalid/)
    assert.deepEqual(await owner.query(sql`select from mailed_token where account_id = ${id}`), [])
  })
})

describe('the mailer', () => {
  test('works as the role of the application, and leaves its pool as it was', async (t) => {
    const warned = t.mock.method(console, 'warn', () => undefined)
    await using fresh = openDatabase(clone.url)
    const [who] = await fresh.query(sql<{ role: string; superuser: boolean }>`select current_user as role,
  (select rolsuper from pg_roles where rolname = current_user) as superuser`)
    assert.deepEqual(who, { role: 'wachta_app', superuser: false })
    const { id } = await addAccount()
    await using smtp = await startSmtp()
    const countListeners = () => [fresh.pool.listenerCount('connect'), fresh.pool.listenerCount('error')]
    const before = countListeners()
    for (const index of [0, 1]) {
      await using _mailer = open(smtp.url, { database: fresh })
      await send({ kind: 'password_changed', accountId: id })
      await smtp.message(index)
      await noJobs()
      assert.deepEqual(countListeners(), before)
    }
    assert.equal(warned.mock.callCount(), 0)
  })

  test('frees what a killed one held, and leaves alone what a living one holds', async () => {
    const dead = await addAccount()
    const alive = await addAccount()
    await send({ kind: 'password_changed', accountId: dead.id })
    await send({ kind: 'password_changed', accountId: alive.id })
    const [first, second] = await jobs()
    await lockJob(owner, first?.id ?? 0, 'pool-dead', 6 * 60_000)
    await lockJob(owner, second?.id ?? 0, 'pool-alive', 2 * 60_000)
    await using smtp = await startSmtp()
    await using _mailer = open(smtp.url)
    assert.deepEqual((await smtp.message(0)).recipients, [dead.emailAddress])
    await waitForMail(async () => ((await jobs()).length === 1 ? true : undefined))
    const [left] = await jobs()
    assert.equal(left?.locked_by, 'pool-alive')
    assert.equal(smtp.received.length, 1)
  })

  test('takes up the queue again after it could not note what became of a mail', async () => {
    const { id } = await addAccount()
    const { log, lines } = recorder()
    await using smtp = await startSmtp()
    await using _mailer = open(smtp.url, { log })
    await allowCompletion(owner, false)
    await send({ kind: 'password_changed', accountId: id })
    await smtp.message(0)
    await waitForMail(() => lines.find(({ message }) => message.includes('restarting the worker')))
    await allowCompletion(owner, true)
    await send({ kind: 'address_changed', accountId: id, to: 'old@mail.example' })
    assert.deepEqual((await smtp.message(1)).recipients, ['old@mail.example'])
    await waitForMail(async () => ((await jobs()).length === 1 ? true : undefined))
  })

  test('survives that its connections are cut', async () => {
    const { id } = await addAccount()
    await using smtp = await startSmtp()
    await using _mailer = open(smtp.url)
    await send({ kind: 'password_changed', accountId: id })
    await smtp.message(0)
    await noJobs()
    await owner.query(
      sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    )
    await wait(100)
    await send({ kind: 'password_changed', accountId: id })
    await smtp.message(1)
    await noJobs()
  })

  test('finishes the mail that is under way when it is stopped', async () => {
    const { id } = await addAccount()
    await using smtp = await startSmtp()
    const transport = createMailTransport({ url: smtp.url, from })
    const started = Promise.withResolvers<void>()
    const slow = {
      async send(mail: Parameters<typeof transport.send>[0]) {
        started.resolve()
        await wait(200)
        await transport.send(mail)
      },
    }
    const task = createMailTask({ database, transport: slow, publicUrl: 'https://wachta.example', now: () => now })
    const mailer = startMailer({ database, heartbeats: database, task, log: silent })
    await send({ kind: 'password_changed', accountId: id })
    await started.promise
    await mailer[Symbol.asyncDispose]()
    assert.equal(smtp.received.length, 1)
    assert.deepEqual(await jobs(), [])
  })
})
