import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type RoleMapping, resolveMappedRole, userRoles } from '@wachta/domain'
import fc from 'fast-check'

const name = fc.constantFrom('a', 'b', 'c', 'owner')
const mapping = fc.record({
  group: name,
  role: fc.constantFrom(...userRoles),
  group_ids: fc.option(fc.uniqueArray(fc.integer({ min: 1, max: 5 }), { minLength: 1 }), { nil: null }),
})
const mappings = fc.array(mapping, { maxLength: 8 })
const defaultRole = fc.option(fc.constantFrom(...userRoles))

test('the most powerful mapped role counts, for the groups of all its mappings', () => {
  const all: RoleMapping[] = [
    { group: 'a', role: 'viewer' },
    { group: 'b', role: 'operator', group_ids: [2] },
    { group: 'c', role: 'operator', group_ids: [1, 2] },
  ]
  assert.deepEqual(resolveMappedRole(['a', 'b', 'c'], all, null), { role: 'operator', groupIds: [1, 2] })
  assert.deepEqual(resolveMappedRole(['a'], all, 'manager'), { role: 'viewer', groupIds: null })
  assert.deepEqual(resolveMappedRole([], all, 'billing'), { role: 'billing', groupIds: null })
  assert.equal(resolveMappedRole(['d'], all, null), null)
})

test('no group makes an owner, and no group that is not mapped makes a difference', () => {
  fc.assert(
    fc.property(fc.array(name), mappings, defaultRole, (groups, all, otherwise) => {
      const found = resolveMappedRole(groups, all, otherwise)
      assert.notEqual(String(found?.role), 'owner')
      assert.deepEqual(resolveMappedRole([...groups, 'unknown'], all, otherwise), found)
      assert.deepEqual(resolveMappedRole(groups.toReversed(), all.toReversed(), otherwise), found)
    }),
  )
})

test('another group never takes a role away', () => {
  fc.assert(
    fc.property(fc.array(name), name, mappings, (groups, more, all) => {
      const before = resolveMappedRole(groups, all, null)
      const after = resolveMappedRole([...groups, more], all, null)
      if (!before) return
      assert.ok(after)
      const [rankBefore, rankAfter] = [userRoles.indexOf(before.role), userRoles.indexOf(after.role)]
      assert.ok(rankAfter <= rankBefore)
      if (rankAfter === rankBefore && after.groupIds !== null)
        assert.ok(before.groupIds?.every((id) => after.groupIds?.includes(id)))
    }),
  )
})
