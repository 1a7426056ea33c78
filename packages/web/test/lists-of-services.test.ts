import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listBranches } from '../src/features/services/branches.ts'
import { listCandidates } from '../src/features/services/share-candidates.ts'
import { toCsv } from '../src/ui/csv.ts'

test('a table is written so that every spreadsheet reads it, and computes nothing', () => {
  const text = toCsv([
    ['Name', 'Opis'],
    ['Sklep, "główny"', 'dwie\nlinie'],
    ['=HYPERLINK("http://evil")', '-1+1'],
  ])
  assert.equal(
    text,
    '\uFEFFName,Opis\r\n"Sklep, ""główny""","dwie\nlinie"\r\n"\'=HYPERLINK(""http://evil"")",\'-1+1\r\n',
  )
})

test('groups are listed under their owner, own groups first, with their services', () => {
  const group = (id: number, name: string, owner_id: number, owner: string) =>
    [id, { id, name, owner_id, owner: { name: owner } }] as const
  const groups = new Map([
    group(1, 'Strony', 7, 'Anna'),
    group(2, 'Poczta', 7, 'Anna'),
    group(3, 'Obce', 9, 'Bartek'),
    group(4, 'Inne', 8, 'Agata'),
  ])
  const services = [
    { group_id: 1, status: 'ok' },
    { group_id: 1, status: 'failure' },
    { group_id: 3, status: 'failure' },
  ] as const
  const branches = listBranches(groups, services, 7)
  assert.deepEqual(
    branches.map(({ owner, leaves }) => [owner, leaves.map(({ name, count, failing }) => [name, count, failing])]),
    [
      [
        null,
        [
          ['Poczta', 0, 0],
          ['Strony', 2, 1],
        ],
      ],
      ['Agata', [['Inne', 0, 0]]],
      ['Bartek', [['Obce', 1, 1]]],
    ],
  )
})

test('a group can be shared with main accounts that neither own it nor have it yet', () => {
  const account = (id: number, parent_account_id: number | null = null) => ({
    id,
    parent_account_id,
    name: '',
    username: '',
  })
  const accounts = [account(1), account(2), account(3, 2), account(4)]
  assert.deepEqual(
    listCandidates(accounts, 1, [{ account_id: 4 }]).map(({ id }) => id),
    [2],
  )
  assert.deepEqual(listCandidates([], 1, []), [])
})
