import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canParseDatabaseUrl, splitHosts } from '../src/index.ts'

test('a URL with several hosts becomes one URL for each', () => {
  assert.deepEqual(splitHosts('postgres://user:p%40ss@one:5432,two,[::1]:5433/name?options=-c%20x%3D1,2'), [
    'postgres://user:p%40ss@one:5432/name?options=-c%20x%3D1,2',
    'postgres://user:p%40ss@two/name?options=-c%20x%3D1,2',
    'postgres://user:p%40ss@[::1]:5433/name?options=-c%20x%3D1,2',
  ])
})

test('other URLs are returned unchanged', () => {
  for (const url of [
    'postgres://user@one/name',
    'postgresql://user:a,b@one:5432/name?application_name=a,b',
    'postgres://user@%2Fvar%2Frun/name',
    'postgres:///name',
    'nats://one,two',
    '',
  ])
    assert.deepEqual(splitHosts(url), [url])
})

test('each host has to be valid', () => {
  assert.ok(canParseDatabaseUrl('postgres://user@one:5432,two:5433/name'))
  for (const url of ['postgres://user@one:5432,two:x/name', 'postgres://user@one:99999/name', 'name'])
    assert.ok(!canParseDatabaseUrl(url), url)
})
