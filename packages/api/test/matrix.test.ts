import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { type AnyResource, createRegistry, type Operation, Refusal, type Registry, refuse } from '@wachta/resource'
import { everyone, type Predicate } from '@wachta/resource/permission'
import { fewestCells, type Ground, type Matrix, prepareGround, prove } from './prove/matrix.ts'
import { describe } from './prove/matrix-report.ts'
import { ruleFaults } from './prove/matrix-rules.ts'

let ground: Ground
before(async () => {
  ground = await prepareGround()
})
after(async () => {
  await ground[Symbol.asyncDispose]()
})

test('every operation, for every role, on every target: what must come of it, and what the flag says', async () => {
  const matrix = await prove(ground)
  assert.deepEqual([...describe(matrix.all), ...matrix.faults], [])
  assert.ok(matrix.cells >= fewestCells)
})

test('an operation that nobody has decided on is a fault, and so is a decision on one that is gone', () => {
  const { operations } = ground.api.interface
  const [first, ...others] = operations
  assert.deepEqual(ruleFaults([...operations, { id: 'read_everything' }]), ['no row for operation read_everything'])
  assert.deepEqual(ruleFaults(others), [`a row for operation ${first?.id}, which is not served`])
})

test('a related name that is guarded as it should be hides what it should', async () => {
  const matrix = await prove(ground, {
    sabotage: { registry: (registry) => withRelatedNames(registry, 'user_data') },
    only: ['search_accounts'],
    as: ['reseller', 'additional user', 'stranger'],
  })
  const related = matrix.all.filter(({ target }) =>
    /(?:filter|sort) -?(?:user_data|parent_account|package)\./.test(target),
  )
  assert.deepEqual(describe(related), [])
  assert.ok(related.some(({ expected }) => expected === 'whole'))
})

suite('the proof turns red when', () => {
  test('everyone may read every account', async () => {
    const matrix = await prove(ground, {
      sabotage: { registry: (registry) => withFlags(registry, 'account', () => ({ read: everyone })) },
      only: ['read_account', 'search_accounts'],
      as: ['stranger'],
    })
    assertLeaks(matrix, 'read_account', /shows zqaccount/)
    assertLeaks(matrix, 'search_accounts', /shows zqaccount/)
  })

  test('a read-only user may write', async () => {
    const matrix = await prove(ground, {
      sabotage: {
        registry: (registry) => withFlags(registry, 'user_data', ({ read = everyone }) => ({ update: read })),
      },
      only: ['update_user_data'],
    })
    assertLeaks(matrix, 'update_user_data', /went through/)
    assert.ok(matrix.all.every(({ role, leaks }) => leaks.length === 0 || role.startsWith('read-only')))
  })

  test('a filter or a sort looks into rows that the caller may not read', async () => {
    const matrix = await prove(ground, {
      sabotage: { registry: (registry) => withRelatedNames(registry, 'unguarded_user_data') },
      only: ['search_accounts'],
      as: ['reseller'],
    })
    for (const look of ['filter user_data.email_address contains', 'sort user_data.email_address'])
      assert.ok(
        matrix.all.some(({ target, leaks }) => target === look && leaks.includes('depends on what is hidden')),
        `${look} was not noticed`,
      )
  })

  test('what is readable is answered with 404 instead of 403', async () => {
    const matrix = await prove(ground, {
      sabotage: { operation: hushed('update_account') },
      only: ['update_account'],
      as: ['reseller'],
    })
    assert.equal(matrix.leaks, 0)
    assert.ok(matrix.mismatches > 0)
  })

  test('what is hidden is answered otherwise than what does not exist', async () => {
    const matrix = await prove(ground, {
      sabotage: { operation: talkative('delete_account') },
      only: ['delete_account'],
    })
    assertLeaks(matrix, 'delete_account', /differs from the answer for what does not exist/)
  })

  test('a refusal comes too late', async () => {
    const matrix = await prove(ground, {
      sabotage: { operation: hasty('block_account') },
      only: ['block_account'],
      as: ['reseller'],
    })
    assertLeaks(matrix, 'block_account', /changes what belongs to/)
  })

  test('a total counts what is hidden', async () => {
    const matrix = await prove(ground, {
      sabotage: { operation: miscounting('list_sessions') },
      only: ['list_sessions'],
    })
    assert.ok(matrix.mismatches > 0)
  })
})

function assertLeaks(matrix: Matrix, operation: string, kind: RegExp): void {
  const found = matrix.all.filter((cell) => cell.operation === operation && cell.leaks.some((leak) => kind.test(leak)))
  assert.ok(found.length > 0, `${operation} did not leak`)
}

type Flags = Readonly<Record<string, Predicate>>

function withFlags(registry: Registry, name: string, broken: (flags: Flags) => Flags): Registry {
  const intact = registry.get(name)
  const permissions = { ...intact.permissions, ...broken(intact.permissions) }
  return createRegistry(registry.all.map((one) => (one === intact ? { ...intact, permissions } : one)))
}

/** The registry with filters and sorts by the data of an account's holder, read through the given resource. */
function withRelatedNames(registry: Registry, target: string): Registry {
  const account = registry.get('account')
  const userData = registry.get('user_data')
  const { serve: _, ...unserved } = userData
  const unguarded: AnyResource = {
    ...unserved,
    name: 'unguarded_user_data',
    permissions: { own: everyone, read: everyone },
  }
  const named = {
    ...account,
    relations: { ...account.relations, user_data: { kind: 'one', target, column: 'id' } as const },
    paths: ['user_data.email_address', 'user_data.created_at', 'parent_account.name', 'package.name'],
  }
  return createRegistry([...registry.all.map((one) => (one === account ? named : one)), unguarded])
}

type Handle = Operation['handle']

const handling = (id: string, wrap: (handle: Handle) => Handle) => (operation: Operation) =>
  operation.id === id ? { ...operation, handle: wrap(operation.handle.bind(operation)) } : operation

const symbolOf = (error: unknown): string => (error instanceof Refusal ? (error.faults[0]?.symbol ?? '') : '')

const hushed = (id: string) =>
  handling(id, (handle) => async (call) => {
    try {
      return await handle(call)
    } catch (error) {
      if (symbolOf(error) === 'forbidden') refuse('not_found')
      throw error
    }
  })

const talkative = (id: string) =>
  handling(id, (handle) => async (call) => {
    try {
      return await handle(call)
    } catch (error) {
      const exists = Number(call.params['_id']) < 1000
      if (symbolOf(error) === 'not_found' && exists) refuse('not_found', 'query.here')
      throw error
    }
  })

/** Answers as it should, and has done it all the same. */
const hasty = (id: string) =>
  handling(id, (handle) => async (call) => {
    try {
      return await handle(call)
    } catch (error) {
      if (symbolOf(error) !== 'forbidden') throw error
      await call.record({ resource: 'account', id: 0, accountId: Number(call.params['_id']), before: null, after: {} })
      return { status: 403, value: [{ code: 3001, error: 'forbidden', message: '' }] }
    }
  })

const miscounting = (id: string) =>
  handling(id, (handle) => async (call) => {
    const answer = await handle(call)
    const total = Number(answer?.headers?.['x-total-count']) + 1
    return { ...answer, headers: { 'x-total-count': String(total) } }
  })
