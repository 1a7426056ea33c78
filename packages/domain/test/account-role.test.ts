import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  accessScopes,
  accountRoles,
  canBeLimitedToGroups,
  getRoleScopes,
  includesScope,
  intersectGroups,
  intersectScopes,
  mayAssignRole,
  userRoles,
} from '../src/index.ts'

const roles = fc.constantFrom(...accountRoles)
const scopes = fc.subarray([...accessScopes])
const groups = fc.option(fc.uniqueArray(fc.integer({ min: 1, max: 20 })))

test('an owner may do everything, a manager all but billing, an editor all but users', () => {
  const all = [...getRoleScopes('owner')]
  assert.deepEqual(all, [...accessScopes, 'account:write', 'users:write', 'billing:write'])
  const without = (...left: string[]) => all.filter((scope) => !left.includes(scope))
  assert.deepEqual(getRoleScopes('manager'), without('billing:write'))
  assert.deepEqual(getRoleScopes('editor'), without('billing:write', 'users:write'))
})

test('an operator reads everything, and changes only maintenance and what is to be done in an incident', () => {
  const writes = getRoleScopes('operator').filter((scope) => scope.endsWith(':write'))
  assert.deepEqual(writes, [
    'maintenance:write',
    'incidents:write',
    'status_page_posts:write',
    'diagnostics:write',
    'checks:write',
  ])
  for (const role of ['operator', 'viewer'] as const)
    for (const scope of accessScopes.filter((one) => one.endsWith(':read')))
      assert.ok(includesScope(getRoleScopes(role), scope), `${role} ${scope}`)
  assert.ok(!getRoleScopes('viewer').some((scope) => scope.endsWith(':write')))
})

test('billing sees the account and nothing of what is monitored', () => {
  assert.deepEqual(getRoleScopes('billing'), ['account:read', 'billing:write'])
})

test('only owners and managers assign roles, no one can assign the role owner, and managers assign no rights that they lack', () => {
  fc.assert(
    fc.property(roles, roles, (own, other) => {
      const canPay = own === 'owner' || other !== 'billing'
      const expected = (own === 'owner' || own === 'manager') && other !== 'owner' && canPay
      assert.equal(mayAssignRole(own, other), expected)
    }),
  )
  assert.deepEqual(userRoles, ['manager', 'editor', 'operator', 'viewer', 'billing'])
})

test('roles for the whole account cannot be limited to groups', () => {
  assert.deepEqual(accountRoles.filter(canBeLimitedToGroups), ['editor', 'operator', 'viewer'])
})

test('a key never has more than its holder or than it was given', () => {
  fc.assert(
    fc.property(scopes, roles, (given, role) => {
      const left = intersectScopes(given, getRoleScopes(role))
      for (const scope of accessScopes)
        assert.equal(
          includesScope(left, scope),
          includesScope(given, scope) && includesScope(getRoleScopes(role), scope),
          `${given} ${role} ${scope}`,
        )
    }),
  )
})

test('two limits to groups leave what is in both; no limit leaves the other', () => {
  fc.assert(
    fc.property(groups, groups, (one, other) => {
      const left = intersectGroups(one, other)
      if (one === null) assert.deepEqual(left, other)
      else if (other === null) assert.deepEqual(left, one)
      else assert.deepEqual(new Set(left), new Set(one).intersection(new Set(other)))
    }),
  )
})
