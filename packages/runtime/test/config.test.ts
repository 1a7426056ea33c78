import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConfigurationError, listVariables, ProcessConfig, readConfig } from '@wachta/runtime'
import { Type } from 'typebox'

const Config = Type.Object({
  DATABASE_URL: Type.String({ format: 'uri', secret: true, description: 'Where the data is.' }),
  CONCURRENCY: Type.Integer({ minimum: 1, maximum: 1000, default: 50 }),
  RATIO: Type.Number({ default: 0.5 }),
  DRY: Type.Boolean({ default: false }),
  MODE: Type.Enum(['fast', 'safe'], { default: 'safe' }),
  PROXY: Type.Optional(Type.String({ minLength: 3, pattern: '^p' })),
})
const url = 'postgres://wachta:hunter2@db/wachta'

test('values are converted by the schema, and unset variables get their defaults', () => {
  assert.deepEqual(
    readConfig(Config, { DATABASE_URL: url, CONCURRENCY: '7', RATIO: '-1.25', DRY: 'true', OTHER: 'x' }),
    { DATABASE_URL: url, CONCURRENCY: 7, RATIO: -1.25, DRY: true, MODE: 'safe' },
  )
  assert.equal(readConfig(Config, { DATABASE_URL: url, DRY: '0' }).DRY, false)
})

test('an empty variable counts as unset', () => {
  assert.equal(readConfig(Config, { DATABASE_URL: url, CONCURRENCY: '' }).CONCURRENCY, 50)
  assert.throws(
    () => readConfig(Config, { DATABASE_URL: '' }),
    /DATABASE_URL: expected string \(of format uri\), got nothing/,
  )
})

test('one error lists all faults and no secret', () => {
  const environment = {
    DATABASE_URL: 'hunter2',
    CONCURRENCY: '1.5',
    RATIO: 'half',
    DRY: 'yes',
    MODE: 'slow',
    PROXY: 'x',
  }
  assert.throws(
    () => readConfig(Config, environment),
    (error) => {
      assert.ok(error instanceof ConfigurationError)
      assert.deepEqual(error.problems, [
        'DATABASE_URL: expected string (of format uri), got a value that is not shown because it is secret',
        'CONCURRENCY: expected integer (at least 1, at most 1000), got "1.5"',
        'RATIO: expected number, got "half"',
        'DRY: expected boolean, got "yes"',
        'MODE: expected one of fast, safe, got "slow"',
        'PROXY: expected string (matching ^p, length at least 3), got "x"',
      ])
      for (const fault of error.problems) assert.ok(error.message.includes(fault))
      assert.ok(!error.message.includes('hunter2'))
      return true
    },
  )
})

for (const [text, right] of Object.entries({
  '7': true,
  '0': false,
  '1001': false,
  '0x10': false,
  '1e2': false,
  ' 7': false,
  '7.0': true,
  true: false,
})) {
  test(`"${text}" is ${right ? 'an' : 'no'} integer from 1 to 1000`, () => {
    const read = () => readConfig(Config, { DATABASE_URL: url, CONCURRENCY: text })
    if (right) assert.equal(read().CONCURRENCY, 7)
    else assert.throws(read, /CONCURRENCY/)
  })
}

test('a choice of literals is listed, and a default that violates its own schema is a fault', () => {
  const Zone = Type.Object({ ZONE: Type.Union([Type.Literal('utc'), Type.Literal('local')], { default: 'mars' }) })
  assert.equal(readConfig(Zone, { ZONE: 'local' }).ZONE, 'local')
  assert.throws(
    () => readConfig(Zone, {}),
    /ZONE: expected string \(exactly utc\) or string \(exactly local\), got "mars"/,
  )
})

test('the variables of a schema can be listed', () => {
  assert.deepEqual(listVariables(Config).slice(0, 2), [
    {
      name: 'DATABASE_URL',
      type: 'string (of format uri)',
      required: true,
      secret: true,
      description: 'Where the data is.',
    },
    { name: 'CONCURRENCY', type: 'integer (at least 1, at most 1000)', required: false, secret: false, default: 50 },
  ])
  assert.equal(listVariables(Config).find(({ name }) => name === 'PROXY')?.required, false)
})

test('every process starts without any of the common variables, each of which is described', () => {
  assert.deepEqual(readConfig(ProcessConfig, {}), {
    LOG_LEVEL: 'info',
    METRICS_HOST: '127.0.0.1',
    METRICS_PORT: 9464,
    STOP_TIMEOUT_MS: 30_000,
  })
  for (const { name, description } of listVariables(ProcessConfig)) assert.ok(description?.endsWith('.'), name)
})
