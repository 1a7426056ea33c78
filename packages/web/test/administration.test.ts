import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Account } from '@wachta/client'
import { listLastMonths } from '../src/features/administration/months.ts'
import { buildTree, filterTree } from '../src/features/administration/tree.ts'
import { toPackage, toPackageDraft } from '../src/features/packages/package-draft.ts'

const account = (id: number, parent: number | null = null, reseller: number | null = null): Account => ({
  id,
  name: `Account ${id}`,
  username: `user${id}`,
  package_id: 1,
  parent_account_id: parent,
  reseller_account_id: reseller,
  is_activated: true,
  is_blocked: false,
  role: parent === null ? 'owner' : 'editor',
  role_group_ids: null,
  is_read_only: false,
  language_id: 'pl',
  time_zone_id: 'europe_warsaw',
  disable_legacy_notifications: false,
})

test('an account is listed under its parent, or at the top if the parent is not visible', () => {
  const rows = buildTree([
    account(1),
    account(2, 1),
    account(3, null, 1),
    account(4, 3),
    account(5, null, 99),
    account(6, 6),
  ])
  assert.deepEqual(
    rows.map((row) => [row.account.id, row.depth, row.kind]),
    [
      [1, 0, 'account'],
      [2, 1, 'user'],
      [3, 1, 'subaccount'],
      [4, 2, 'user'],
      [5, 0, 'subaccount'],
      [6, 0, 'user'],
    ],
  )
})

test('what is found is shown with what is above it, and nothing else', () => {
  const rows = buildTree([account(1), account(2, 1), account(3, null, 1), account(4, 3), account(5)])
  const found = (...wanted: number[]) => filterTree(rows, ({ id }) => wanted.includes(id)).map((row) => row.account.id)
  assert.deepEqual(found(4), [1, 3, 4])
  assert.deepEqual(found(2, 4), [1, 2, 3, 4])
  assert.deepEqual(found(5), [5])
  assert.deepEqual(found(), [])
  assert.deepEqual(found(1, 2, 3, 4, 5), [1, 2, 3, 4, 5])
})

test('a package comes back from the form as it went in, and what is no number is left to the interface', () => {
  const sent = toPackage(toPackageDraft())
  assert.deepEqual(toPackage(toPackageDraft(sent)), sent)
  const draft = {
    ...toPackageDraft(),
    maximum_services: 'many',
    types: new Map([['http', { services: ' 5 ', interval: '' }]]),
  }
  assert.equal(toPackage(draft).maximum_services, 'many')
  assert.deepEqual(toPackage(draft).available_service_types, [
    { service_type_id: 'http', maximum_services: 5, minimum_interval: null },
  ])
})

test('months go back over the end of a year', () =>
  assert.deepEqual(listLastMonths(new Date('2026-02-28T23:59:00Z'), 4), ['2026-02', '2026-01', '2025-12', '2025-11']))
