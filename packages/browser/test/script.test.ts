import assert from 'node:assert/strict'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createScriptChecks } from '@wachta/browser'
import { allowAll, type CheckSettings, errorTypes, type KeptArtifact, runCheck } from '@wachta/checks'
import { waitForValue } from '@wachta/testing/eventually'

const state = { price: '1,299.00' }
const server = createServer((_, response) => {
  response.setHeader('content-type', 'text/html').end(`<h1>Bicycles</h1><p id="price">${state.price}</p>`)
}).listen(0, '127.0.0.1')
await once(server, 'listening')
const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

// Leftovers of runs are visible in this directory.
const root = await mkdtemp(join(tmpdir(), 'wachta-test-'))
const [directory, hidden, temporary] = [join(root, 'scripts'), join(root, 'sensor'), join(root, 'tmp')]
await cp(join(import.meta.dirname, 'fixtures/scripts'), directory, { recursive: true })
await symlink(join(import.meta.dirname, '../../../node_modules'), join(directory, 'node_modules'))
await symlink('/etc/hostname', join(directory, 'outside.spec.ts'))
await mkdir(hidden)
await writeFile(join(hidden, 'identity.json'), 'the keys of the sensor')
await mkdir(temporary)
process.env['TMPDIR'] = temporary
process.env['SENSOR_TOKEN'] = 'a token of the sensor'
after(async () => {
  server.close()
  await rm(root, { recursive: true })
})

const kinds = new Map(errorTypes.map(({ id, kind }) => [id, kind]))

interface Run {
  readonly settings?: CheckSettings
  readonly keepsEvidence?: boolean
  readonly scripts?: ReturnType<typeof createScriptChecks> | undefined
}

const usual = createScriptChecks({ directory, hiddenDirectory: hidden, isStarved: () => false })

async function run(script: string, { settings = {}, scripts = usual, keepsEvidence = false }: Run = {}) {
  const outcome = await runCheck(
    {
      ...{ type_id: 'browser_scenario', address, settings: { timeout: 60_000, ...settings, script } },
      ...{ timeout_ms: 75_000, keepsEvidence },
    },
    { guard: allowAll, scripts },
  )
  const { result, error_type_id, reason, error_message: message, artifacts } = outcome
  const kept = new Map(artifacts.map((artifact) => [artifact.artifact_id, artifact]))
  return { ...outcome, kind: kinds.get(error_type_id ?? 0) ?? reason ?? result, message: message ?? '', kept }
}

const textOf = (artifact: KeptArtifact | undefined): string => Buffer.from(artifact?.content ?? []).toString('utf8')

/** The command lines of all processes on this machine that contain the text. */
async function listProcesses(text: string): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')))
  return lines.filter((line) => line.includes(text))
}

test('a script whose tests pass is well, and each test is a step', async () => {
  const outcome = await run('shop.spec.ts')
  assert.equal(outcome.kind, 'ok', outcome.message)
  assert.deepEqual(
    outcome.steps?.map(({ step }) => step),
    [1, 2],
  )
  const times = outcome.steps?.map(({ response_time }) => response_time ?? 0) ?? []
  const sum = times.reduce((all, time) => all + time, 0)
  assert.ok(times.every((time) => time > 0) && Math.abs(sum - (outcome.response_time ?? 0)) <= 2, String(times))
  assert.equal(outcome.metrics['steps_completed'], 2)
  assert.deepEqual([...outcome.kept.keys()], [], 'nothing is kept of a usual check that is well')
})

test('a reference check keeps the trace', async () => {
  const { kind, kept, message } = await run('shop.spec.ts', { keepsEvidence: true })
  assert.equal(kind, 'ok', message)
  assert.equal(textOf(kept.get('trace')).slice(0, 2), 'PK')
  assert.equal(kept.get('trace')?.file_name, 'trace.zip')
  assert.match(textOf(kept.get('console_log')), /^info: passed: Shop › opens \(\d+ ms\)$/m)
})

test('a test that fails is named with its error, and leaves trace and screenshot', async () => {
  state.price = '999.00'
  const { kind, message, kept, path_step, metrics } = await run('shop.spec.ts')
  state.price = '1,299.00'
  assert.equal(kind, 'scenario_step_failed')
  assert.equal(message, 'Shop › shows the price: Error: expect(locator).toHaveText(expected) failed')
  assert.equal(path_step, 2)
  assert.equal(metrics['steps_completed'], 1)
  assert.deepEqual([...kept.keys()], ['screenshot', 'trace', 'console_log'])
  assert.equal(kept.get('screenshot')?.file_name, 'screenshot.png')
  assert.equal(textOf(kept.get('trace')).slice(0, 2), 'PK')
  const log = textOf(kept.get('console_log'))
  assert.match(log, /^error: Received: "999\.00"$/m)
  assert.ok(!log.includes('\u001b'), 'without the colours of terminals')
})

test('a test that hangs is stopped at the time limit, and still leaves its trace', async () => {
  const { kind, message, kept } = await run('hangs.spec.ts', { settings: { timeout: 20_000 } })
  assert.equal(kind, 'timeout_total', message)
  assert.equal(message, 'waits for a page that never comes: not done within 20000 ms')
  assert.equal(textOf(kept.get('trace')).slice(0, 2), 'PK')
})

test('a test that does not react is killed with all that it has started', async () => {
  const seconds = `98765.${process.pid}`
  const { kind, message } = await run('stuck.spec.ts', { settings: { timeout: 12_000, username: seconds } })
  assert.equal(kind, 'timeout_total', message)
  assert.deepEqual(await listProcesses(seconds), [])
  assert.deepEqual(await listProcesses(directory), [])
})

test('a process that a test leaves behind ends with it', async () => {
  const seconds = `87654.${process.pid}`
  const { kind, message } = await run('leaves.spec.ts', { settings: { username: seconds } })
  assert.equal(kind, 'ok', message)
  await waitForValue(async () => ((await listProcesses(seconds)).length === 0 ? true : undefined))
})

test('other work that keeps the processors busy is no failure of the service', async () => {
  const scripts = createScriptChecks({ directory, hiddenDirectory: hidden, isStarved: () => true })
  assert.equal((await run('hangs.spec.ts', { scripts, settings: { timeout: 2_000 } })).kind, 'overloaded')
})

test('secrets reach the script, and are masked in all that is kept; what cannot be masked is not kept', async () => {
  const secrets = { password: 'hunter2-hunter2', token: 'token-of-the-shop', one_time_code_secret: 'JBSWY3DPEHPK3PXP' }
  const { kind, message, kept } = await run('secrets.spec.ts', {
    settings: { ...secrets, username: hidden },
    keepsEvidence: true,
  })
  assert.equal(kind, 'scenario_step_failed', message)
  assert.deepEqual([...kept.keys()], ['console_log'])
  const log = textOf(kept.get('console_log'))
  assert.match(log, /^log: \*\*\* \*\*\* \*\*\*$/m)
  for (const secret of Object.values(secrets)) assert.ok(!`${message}${log}`.includes(secret))
  assert.match(log, /WACHTA_ADDRESS WACHTA_ONE_TIME_CODE_SECRET WACHTA_PASSWORD WACHTA_TOKEN WACHTA_USERNAME/)
  assert.ok(!log.includes('SENSOR_TOKEN'), 'nothing of the environment of the sensor')
  assert.match(log, /^log: hidden: 0$/m, 'nor of its directory')
})

test('files that are too large or not of the script are left out, with a note', async () => {
  const { kind, message, kept } = await run('attaches.spec.ts', {
    settings: { username: join(hidden, 'identity.json') },
    keepsEvidence: true,
  })
  assert.equal(kind, 'ok', message)
  assert.deepEqual([...kept.keys()], ['console_log'])
  assert.match(textOf(kept.get('console_log')), /^warning: screenshot is left out/m)
  assert.match(textOf(kept.get('console_log')), /^warning: trace is left out/m)
})

test('a name that leads out of the directory is refused', async () => {
  for (const name of ['../shop.spec.ts', '/etc/passwd', 'a/../../b.ts', './shop.spec.ts', 'a b.ts', '']) {
    const { kind } = await run(name)
    assert.equal(kind, 'settings_invalid', name)
  }
  assert.equal((await run('outside.spec.ts')).kind, 'settings_invalid', 'a link to elsewhere')
})

test('a sensor without scripts, without this one or without Playwright cannot run the check', async () => {
  const off = await runCheck(
    { type_id: 'browser_scenario', address, settings: { script: 'shop.spec.ts' }, timeout_ms: 30_000 },
    { guard: allowAll },
  )
  assert.equal(off.reason, 'unsupported')
  assert.equal(off.error_message, 'this sensor runs no scripts: SENSOR_SCRIPTS is not set')
  const missing = await run('another.spec.ts')
  assert.deepEqual([missing.kind, missing.message], ['unsupported', 'this sensor has no script another.spec.ts'])
  const bare = join(root, 'bare')
  await mkdir(bare)
  await writeFile(join(bare, 'shop.spec.ts'), '')
  for (const [place, reason] of [
    [bare, /@playwright\/test is not installed$/],
    [join(root, 'nowhere'), /there is no .*nowhere$/],
  ] as const) {
    const { kind, message } = await run('shop.spec.ts', {
      scripts: createScriptChecks({ directory: place, hiddenDirectory: hidden }),
    })
    assert.equal(kind, 'unsupported')
    assert.match(message, reason)
  }
})

test('a file that cannot be loaded, or has no tests, is a matter of settings', async () => {
  const broken = await run('broken.spec.ts')
  assert.deepEqual([broken.kind, broken.message], ['settings_invalid', 'Error: this file cannot be loaded'])
  const empty = await run('empty.spec.ts')
  assert.deepEqual([empty.kind, empty.message], ['settings_invalid', 'Error: No tests found.'])
})

test('nothing is left of all runs', async () => {
  assert.deepEqual(await readdir(temporary), [])
})
