import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accessScopes, findScopesBeyondGroups } from '@wachta/domain'
import {
  type Access,
  createExampleRequest,
  familyNames,
  listAccessChoices,
  type ScopeFamily,
  toScopes,
} from '../src/features/api-keys/api-key-scopes.ts'

const every = (access: Access): ReadonlyMap<ScopeFamily, Access> =>
  new Map(familyNames.map((family) => [family, access]))

test('the scopes that can be chosen are those that there are', () => {
  const offered = familyNames.flatMap((family) =>
    listAccessChoices(family, false)
      .filter((access) => access !== 'none')
      .map((access) => `${family}:${access}`),
  )
  assert.deepEqual(offered.toSorted(), [...accessScopes].toSorted())
})

test('with groups, exactly what belongs to groups can be chosen', () => {
  for (const family of familyNames)
    for (const access of ['read', 'write'] as const)
      assert.equal(
        listAccessChoices(family, true).includes(access),
        findScopesBeyondGroups([`${family}:${access}`]).length === 0,
        `${family}:${access}`,
      )
  assert.deepEqual(toScopes(every('write'), true), [
    'services:write',
    'groups:write',
    'maintenance:write',
    'corrections:write',
    'incidents:write',
    'checks:write',
  ])
  assert.deepEqual(toScopes(every('none'), false), [])
})

test('the example is a request that the key can make', () => {
  assert.match(
    createExampleRequest('https://w.example', 'wak_x', ['contacts:read']),
    /^curl https:\/\/w\.example\/v3\/contacts /,
  )
})
