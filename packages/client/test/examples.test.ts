import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { generateSync } from 'otplib'
import { password, type Service, startService } from './support/service.ts'

const examples = join(import.meta.dirname, '..', 'examples')
let service: Service

before(async () => {
  service = await startService()
})
after(async () => {
  await service[Symbol.asyncDispose]()
})

test('services are created, found and deleted', async () => {
  const printed = await run('services.ts')
  assert.deepEqual(printed.split('\n').slice(0, 1), ['1 of 1'])
  assert.match(printed, /^Shop: every 60 s, in .+$/m)
  assert.match(printed, /^1 more$/m)
  assert.equal((await service.client().list('list_services')).total, 0)
})

test('a form shows what is wrong with its fields', async () => {
  assert.match(await run('form.ts'), /^name: \p{Lu}.+\.$/mu)
})

test('a code is asked for until it is right', async () => {
  const client = service.client()
  const path = { _id: 'my_account' }
  const { key } = await client.call('setup_account_2fa', { path })
  await client.call('verify_account_2fa', { path, body: { code: codeOf(key) } })
  service.api.clock = new Date(Date.now() + 60_000)
  const printed = await run('two-factor.ts', `000000\n${codeOf(key)}\n`)
  assert.match(printed, /^The code of your authenticator:\n[^\n]+\nSigned in as client_user\.\n$/)
})

test('every example is run here', async () => {
  assert.deepEqual((await readdir(examples)).sort(), ['form.ts', 'services.ts', 'two-factor.ts'])
})

test('the page about the client quotes the examples word for word', async () => {
  const page = await readFile(join(examples, '..', 'README.md'), 'utf8')
  const files = await Promise.all((await readdir(examples)).map((name) => readFile(join(examples, name), 'utf8')))
  assert.deepEqual(foreignQuotes(page, files), [])
  assert.equal(foreignQuotes(page.replace('let token', 'let tokn'), files).length, 1)
})

const codeOf = (secret: string): string =>
  generateSync({ secret, epoch: Math.floor((service.api.clock ?? new Date()).getTime() / 1000) })

/** Blocks of code that are in none of the files. */
function foreignQuotes(page: string, files: readonly string[]): string[] {
  const quotes = [...page.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code)
  assert.ok(quotes.length > 5)
  return quotes.filter((code) => !files.some((file) => file.includes(code)))
}

/** Runs an example as its reader would, and returns what it printed. */
async function run(name: string, input = ''): Promise<string> {
  const child = spawn(process.execPath, [join(examples, name)], {
    env: {
      ...process.env,
      WACHTA_URL: service.baseUrl,
      WACHTA_USERNAME: service.username,
      WACHTA_PASSWORD: password,
      WACHTA_TOKEN: service.token,
    },
  })
  const ended = once(child, 'close')
  child.stdin.end(input)
  const [printed, complaints, [code]] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  assert.equal(code, 0, complaints)
  return printed
}
