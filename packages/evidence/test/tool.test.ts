import assert from 'node:assert/strict'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { omitPassword, runTool } from '../src/backup/tool.ts'

test('the password is never an argument, whether it is in the user part or in the query of the URL', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wachta-tool-'))
  const path = process.env['PATH']
  try {
    await writeFile(
      join(folder, 'pg_dump'),
      `#!/bin/sh\necho "$*" > ${folder}/seen\necho "$PGPASSWORD" >> ${folder}/seen\n`,
    )
    await chmod(join(folder, 'pg_dump'), 0o755)
    process.env['PATH'] = `${folder}:${path}`
    for (const url of ['postgres://u:s%3Acret@db/wachta', 'postgres://u@db/wachta?password=s%3Acret']) {
      await runTool('pg_dump', ['--file=x'], { url })
      assert.equal(await readFile(join(folder, 'seen'), 'utf8'), '--file=x --dbname=postgres://u@db/wachta\ns:cret\n')
    }
  } finally {
    process.env['PATH'] = path
    await rm(folder, { recursive: true })
  }
})

test('the rest of the URL stays as it is', () => {
  const url = 'postgres://u:one@db:5433/wachta?options=-c%20search_path%3Dx%2By&password=two&sslmode=require'
  assert.deepEqual(omitPassword(url), {
    address: 'postgres://u@db:5433/wachta?options=-c%20search_path%3Dx%2By&sslmode=require',
    password: 'two',
  })
  const plain = 'postgres:///wachta?host=/run/postgresql'
  assert.deepEqual(omitPassword(plain), { address: plain, password: '' })
})
