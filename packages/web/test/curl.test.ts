import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { buildRequest } from '@wachta/client'
import { toCurl } from '../src/app/forms/curl.ts'

/** The arguments that a real shell passes to `curl`, which is replaced by a function that prints them. */
function argumentsOf(command: string): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}\n`
  return execFileSync('sh', {
    input: script,
    encoding: 'utf8',
    env: { TOKEN: 'secret-token', PATH: process.env['PATH'] },
  })
    .split('\0')
    .slice(0, -1)
}

const awkward = `It's "quoted" \`id\` $HOME $(id) \\ !x\nzażółć gęślą jaźń; # & | <b> %s`

test('a request is a command that a shell takes letter by letter', () => {
  const body = { name: awkward, description: '', is_active: false }
  const command = toCurl(buildRequest('https://wachta.example.com/v3', 'update_service', { path: { _id: 7 }, body }))
  const given = argumentsOf(command)
  assert.deepEqual(given.slice(0, 3), ['-X', 'PUT', 'https://wachta.example.com/v3/services/7'])
  assert.ok(given.includes('Content-Type: application/json'))
  assert.deepEqual(JSON.parse(given.at(-1) ?? ''), body)
})

test('the command uses the token of its user, and never contains one', () => {
  const command = toCurl(buildRequest('/v3', 'delete_service', { path: { _id: 7 } }))
  assert.match(command, /"Authorization: Bearer \$TOKEN"/)
  assert.ok(argumentsOf(command).includes('Authorization: Bearer secret-token'))
  assert.doesNotMatch(command, /Content-Type|data-raw/, 'nothing of a body where there is none')
})

test('a path and a query are quoted too', () => {
  const query = { fields: ['id', 'name'] as const, query: "o'brien & co" }
  const [, , address] = argumentsOf(toCurl(buildRequest('https://x/v3', 'list_services', { query })))
  assert.equal(new URL(address ?? '').searchParams.get('query'), "o'brien & co")
})

test('passwords and codes are placeholders in the command', () => {
  const body = {
    username: 'ewa',
    password: 'hunter2 hunter2',
    new_password: 'x',
    code: '123456',
    code_of_country: 'PL',
  }
  const sent = argumentsOf(toCurl({ method: 'POST', url: '/v3/x', body: JSON.stringify(body) })).at(-1) ?? ''
  assert.deepEqual(JSON.parse(sent), { ...body, password: '…', new_password: '…', code: '…' })
})

test('every form offers its request, but those of people who are not signed in yet', async () => {
  const sources = new URL('../src/', import.meta.url)
  const files = (await readdir(sources, { recursive: true })).filter((name) => name.endsWith('.tsx'))
  const without: string[] = []
  let forms = 0
  for (const name of files) {
    const text = await readFile(new URL(name, sources), 'utf8')
    if (!/<form[\s>]/.test(text)) continue
    forms += 1
    const offering = name === 'features/reports/template-editor.tsx' ? 'features/reports/template-actions.tsx' : name
    if (!(await readFile(new URL(offering, sources), 'utf8')).includes('<CopyAsCurl')) without.push(name)
  }
  assert.ok(forms > 10, `${forms} forms`)
  // The filter menu has no request: filters stay in the browser.
  assert.deepEqual(without, ['features/services/filter-menu.tsx'])
})
