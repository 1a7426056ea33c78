import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createAccountSigner, createSensorCredentials, createSensorKeys, type SensorScope } from '@wachta/bus'
import { allowAll, runCheck } from '@wachta/checks'
import { readConfig } from '@wachta/runtime'
import { Config } from '../src/config.ts'
import { readConfiguredSensors } from '../src/configured-sensors.ts'
import { readIdentity } from '../src/enrol.ts'
import { openScripts } from '../src/open-scripts.ts'

const directory = await mkdtemp(join(tmpdir(), 'wachta-test-'))
after(() => rm(directory, { recursive: true }))
const [scripts, own] = [join(directory, 'scripts'), join(directory, 'sensor')]

const able = { isAble: true, path: '/usr/bin/chromium-headless-shell' } as const
const warnings: object[] = []
const log = { warn: (reason: object) => void warnings.push(reason) }

const openWith = (given: Partial<Parameters<typeof openScripts>[1]>, SENSOR_SCRIPTS: string | undefined = scripts) =>
  openScripts({ SENSOR_SCRIPTS, SENSOR_DIRECTORY: own }, { scope: 'private', browser: able, log, ...given })

async function reasonOf(opened: ReturnType<typeof openScripts>): Promise<string | null> {
  const outcome = await runCheck(
    { type_id: 'browser_scenario', address: 'shop', settings: { script: 'shop.spec.ts' }, timeout_ms: 30_000 },
    { guard: allowAll, ...(opened && { scripts: opened }) },
  )
  assert.equal(outcome.reason, 'unsupported')
  return outcome.error_message
}

test('a sensor runs no scripts unless SENSOR_SCRIPTS names their directory', async () => {
  const off = openScripts({ SENSOR_DIRECTORY: own }, { scope: 'private', browser: able, log })
  assert.equal(off, undefined)
  assert.equal(await reasonOf(off), 'this sensor runs no scripts: SENSOR_SCRIPTS is not set')
  for (const scope of ['private', null] as const)
    assert.equal(await reasonOf(openWith({ scope })), `this sensor runs no scripts: there is no ${scripts}`)
})

test('a public sensor runs none, nor does one without a browser, and both say why', async () => {
  assert.equal(await reasonOf(openWith({ scope: 'public' })), 'this sensor runs no scripts: it is not a private sensor')
  const browser = { isAble: false, reason: 'not installed: bwrap' } as const
  assert.equal(await reasonOf(openWith({ browser })), 'this sensor runs no scripts: not installed: bwrap')
  assert.deepEqual(warnings, [{ reason: 'it is not a private sensor' }, { reason: 'not installed: bwrap' }])
})

test('scripts cannot be where the sensor keeps its keys', () => {
  for (const path of [own, join(own, 'scripts')])
    assert.throws(() => openWith({}, path), /SENSOR_SCRIPTS must not be inside SENSOR_DIRECTORY/)
})

function identityOf(environment: NodeJS.ProcessEnv) {
  const config = readConfig(Config, environment)
  return readIdentity(config, readConfiguredSensors(config)[0])
}

test('a sensor knows from its token whether it is a private one', async () => {
  const signer = createAccountSigner()
  const enrolled = async (scope: SensorScope) => {
    const home = await mkdtemp(join(directory, 'enrolled-'))
    const keys = createSensorKeys()
    const jwt = await createSensorCredentials(signer, {
      public_key: keys.userPublic,
      sensor_id: 7,
      cell: 'main',
      scope,
    })
    const given = { sensor_id: 7, cell: 'main', nats_urls: ['nats://127.0.0.1'], jwt, centre_key: keys.curvePublic }
    await writeFile(join(home, 'identity.json'), JSON.stringify({ ...given, ...keys }))
    return identityOf({ SENSOR_DIRECTORY: home })
  }
  assert.equal((await enrolled('private')).scope, 'private')
  assert.equal((await enrolled('public')).scope, 'public')
  const development = await identityOf({ SENSOR_DIRECTORY: own, SENSOR_ID: '7' })
  assert.equal(development.scope, null)
})

test('an identity that cannot be read is not taken for a missing one', async () => {
  const home = await mkdtemp(join(directory, 'damaged-'))
  const path = join(home, 'identity.json')
  await writeFile(path, '{"sensor_id":7,"cell"')
  await assert.rejects(identityOf({ SENSOR_DIRECTORY: home }), {
    message: `${path} is damaged: delete it and enrol the sensor again`,
  })
  await rm(path)
  await mkdir(path)
  await assert.rejects(identityOf({ SENSOR_DIRECTORY: home }), { code: 'EISDIR' })
})
