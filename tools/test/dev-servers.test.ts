import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { parseEnv } from 'node:util'
import { type EngineName, findBinaries } from '@wachta/operate/engines/binaries'
import { readGreeting } from '@wachta/operate/engines/daemon'
import { runCommand } from '../command.ts'
import { startDevServers, stopDevServers } from '../dev-servers.ts'
import { repositoryRoot } from '../tree.ts'

const program = join(repositoryRoot, 'tools', 'dev-servers.ts')

test('both servers answer after the start, and nothing is left after the stop', async (t) => {
  const directory = await emptyFolder(t)
  const started = await runCommand(process.execPath, [program, '--detach', '--directory', directory])
  if (!installed('postgres', 'nats')) return assert.match(started.output, /apt-get install/)
  assert.equal(started.code, 0, started.output)
  const addresses = parseEnv(await readFile(join(directory, 'env'), 'utf8'))
  const postgres = new URL(addresses['DATABASE_URL'] ?? '')
  const nats = new URL(addresses['NATS_URL'] ?? '')

  const psql = join(findBinaries(['postgres']).get('postgres') ?? '', 'psql')
  const durability = await runCommand(psql, ['-XAtc', 'show fsync', postgres.href])
  assert.equal(durability.output.trim(), 'off')
  assert.match((await readGreeting(nats.hostname, Number(nats.port))) ?? '', /"jetstream":true/)
  await assert.rejects(startDevServers(directory, ['nats']), /running here already/)

  const stopped = await runCommand(process.execPath, [program, '--stop', '--directory', directory])
  assert.equal(stopped.code, 0, stopped.output)
  assert.equal(await readGreeting(postgres.hostname, Number(postgres.port)), undefined)
  assert.equal(await readGreeting(nats.hostname, Number(nats.port)), undefined)
  assert.equal(existsSync(directory), false)
})

test('in the foreground the servers end with the command', async (t) => {
  const directory = await emptyFolder(t)
  if (!installed('nats')) return assert.rejects(startDevServers(directory, ['nats']), /apt-get install nats-server/)
  const child = spawn(process.execPath, [program, '--only', 'nats', '--directory', directory], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  for await (const chunk of child.stdout) {
    printed += chunk
    if (printed.includes('Ctrl-C')) child.kill('SIGINT')
  }
  const port = Number(/NATS_URL=nats:\/\/127\.0\.0\.1:(\d+)/.exec(printed)?.[1])

  assert.ok(port > 0, printed)
  assert.equal(await readGreeting('127.0.0.1', port), undefined)
  assert.equal(existsSync(directory), false)
})

test('missing programs are named together with their Debian packages', () => {
  assert.throws(
    () => findBinaries(['postgres', 'nats'], []),
    /PostgreSQL .* and NATS .*apt-get install postgresql nats-server/s,
  )
  assert.throws(() => findBinaries(['nats'], [tmpdir()]), /^Error: NATS .*apt-get install nats-server\n/s)
})

test('a folder with other files is neither used nor removed', async (t) => {
  const directory = await emptyFolder(t)
  await writeFile(join(directory, 'letter'), 'dear')

  await assert.rejects(startDevServers(directory, ['nats']), /contains other files/)
  assert.equal(await stopDevServers(directory), false)
  assert.equal(existsSync(join(directory, 'letter')), true)
})

// A developer may run the servers in containers; then only the error message can be tested.
function installed(...services: EngineName[]): boolean {
  try {
    return findBinaries(services).size === services.length
  } catch {
    return false
  }
}

async function emptyFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'wachta-services-'))
  t.after(async () => {
    await stopDevServers(folder)
    await rm(folder, { recursive: true, force: true })
  })
  return folder
}
