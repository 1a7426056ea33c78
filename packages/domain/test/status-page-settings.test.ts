import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  type ComponentSource,
  componentStatuses,
  defaultGroupRule,
  defaultGroupShare,
  findAccessProblems,
  findComponentProblems,
  groupRules,
  isReservedSlug,
  pageVisibilities,
  toVisitorVisibility,
  visitorVisibilities,
} from '../src/index.ts'

test('settings are there exactly where they decide; a password can wait for its visibility', () => {
  const access = fc.record({
    visibility: fc.constantFrom(...pageVisibilities),
    allowedAddresses: fc.array(fc.constant('192.0.2.1'), { maxLength: 1 }),
    visitorAccountIds: fc.array(fc.constant(7), { maxLength: 1 }),
    hasPassword: fc.boolean(),
  })
  fc.assert(
    fc.property(access, (each) => {
      const { visibility, allowedAddresses, visitorAccountIds, hasPassword } = each
      const wanted = [
        ...(visibility === 'addresses' && allowedAddresses.length === 0 ? ['allowed_addresses needed'] : []),
        ...(visibility !== 'addresses' && allowedAddresses.length > 0 ? ['allowed_addresses unused'] : []),
        ...(visibility !== 'users' && visitorAccountIds.length > 0 ? ['visitor_account_ids unused'] : []),
        ...(visibility === 'password' && !hasPassword ? ['password needed'] : []),
      ]
      assert.deepEqual(
        findAccessProblems(each).map(({ setting, reason }) => `${setting} ${reason}`),
        wanted,
      )
    }),
  )
})

test('visitors need a token for three visibilities', () => {
  assert.deepEqual(pageVisibilities.map(toVisitorVisibility).filter(Boolean), [...visitorVisibilities])
  assert.equal(toVisitorVisibility('public'), undefined)
  assert.equal(toVisitorVisibility('unlisted'), undefined)
  assert.equal(toVisitorVisibility('addresses'), undefined)
})

test('addresses that mean something else are no slugs', () => {
  for (const slug of ['api', 'v3', 'v4', 'health', 'assets', 'static', 'www']) assert.ok(isReservedSlug(slug), slug)
  for (const slug of ['acme', 'v3-preview', 'my-api', 'healthy']) assert.ok(!isReservedSlug(slug), slug)
})

const component: ComponentSource = {
  serviceId: 1,
  groupId: null,
  manualStatus: null,
  groupRule: defaultGroupRule,
  groupShare: defaultGroupShare,
  showsResponseTime: false,
}

test('settings that another kind of component uses are named', () => {
  const unused = (setting: string) => [{ reason: 'unused', setting }]
  assert.deepEqual(findComponentProblems(component), [])
  assert.deepEqual(findComponentProblems({ ...component, serviceId: null }), [{ reason: 'source' }])
  assert.deepEqual(findComponentProblems({ ...component, groupId: 2 }), [{ reason: 'source' }])
  assert.deepEqual(findComponentProblems({ ...component, groupRule: 'any_up' }), unused('group_rule'))
  assert.deepEqual(findComponentProblems({ ...component, groupShare: 80 }), unused('group_share'))
  const group = { ...component, serviceId: null, groupId: 2, groupShare: 80 }
  assert.deepEqual(findComponentProblems({ ...group, groupRule: 'share' }), [])
  assert.deepEqual(findComponentProblems({ ...group, groupRule: 'worst' }), unused('group_share'))
  const manual = { ...component, serviceId: null, manualStatus: 'operational', showsResponseTime: true } as const
  assert.deepEqual(findComponentProblems(manual), unused('shows_response_time'))
})

test('a component without faults has exactly one source', () => {
  const any = fc.record({
    serviceId: fc.option(fc.constant(1)),
    groupId: fc.option(fc.constant(2)),
    manualStatus: fc.option(fc.constantFrom(...componentStatuses)),
    groupRule: fc.constantFrom(...groupRules),
    groupShare: fc.integer({ min: 1, max: 100 }),
    showsResponseTime: fc.boolean(),
  })
  fc.assert(
    fc.property(any, (each) => {
      const sources = [each.serviceId, each.groupId, each.manualStatus].filter((source) => source !== null).length
      assert.equal(
        findComponentProblems(each).some(({ reason }) => reason === 'source'),
        sources !== 1,
      )
    }),
  )
})
