import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { canEditGroup } from '@wachta/api/src/platform/access.ts'
import { hashToken } from '@wachta/api/src/platform/authentication/tokens.ts'
import { type AnyResource, ApiError, createRegistry, type Operation, type Registry, reject } from '@wachta/resource'
import { all, always, among, any, own, type Predicate, writer } from '@wachta/resource/permission'
import { sql } from 'kysely'
import { findSharedIds } from './across-cells.ts'
import { type Matrix, type MatrixSetup, minCells, prepareMatrix, prove } from './main.ts'
import { describeFailures } from './report.ts'
import { findRuleFaults } from './rules.ts'
import { isEndless } from './sandbox.ts'

let setup: MatrixSetup
before(async () => {
  setup = await prepareMatrix()
})
after(async () => {
  await setup[Symbol.asyncDispose]()
})

// One cell of each kind; `npm run prove -- matrix` tests all of them.
test('every operation, for every role: the outcome and the permission flag', {
  timeout: 400_000,
}, async () => {
  const matrix = await prove(setup, { thin: true })
  assert.deepEqual([...describeFailures(matrix.all), ...matrix.faults], [])
  assert.ok(matrix.cells >= minCells)
})

test('an operation without a rule is a fault, and so is a rule without an operation', () => {
  const operations = setup.api.interface.operations.filter((operation) => !isEndless(operation))
  const [first, ...others] = operations
  assert.deepEqual(findRuleFaults([...operations, { id: 'read_everything' }]), ['no row for operation read_everything'])
  assert.deepEqual(findRuleFaults(others), [`a row for operation ${first?.id}, which is not served`])
})

test('a correctly guarded related name hides what it should', async () => {
  const matrix = await prove(setup, {
    injectedFault: { registry: (registry) => withRelatedNames(registry, 'user_data') },
    only: ['search_accounts'],
    as: ['reseller', 'additional user', 'stranger'],
    looks: /^(?:filter|sort) -?(?:user_data|parent_account|package)\./,
  })
  assert.deepEqual(describeFailures(matrix.all), [])
  assert.ok(matrix.all.some(({ expected }) => expected === 'whole'))
})

suite('the proof turns red when', () => {
  test('everyone may read every account', async () => {
    const matrix = await prove(setup, {
      injectedFault: { registry: (registry) => withFlags(registry, 'account', () => ({ read: always })) },
      only: ['read_account', 'search_accounts'],
      as: ['stranger'],
      looks: /^plain$/,
    })
    assertLeaks(matrix, 'read_account', /shows zqaccount/)
    assertLeaks(matrix, 'search_accounts', /shows zqaccount/)
  })

  test('an account that a service is shared with sees the alert rules of its owner', async () => {
    const matrix = await prove(setup, {
      injectedFault: { registry: (registry) => withFlags(registry, 'event_status', () => ({ read: always })) },
      only: ['search_event_statuses', 'list_service_event_statuses'],
      as: ['sub-account'],
      looks: /^plain$/,
    })
    for (const operation of ['search_event_statuses', 'list_service_event_statuses'])
      assertLeaks(matrix, operation, /shows zqeventstatus/)
  })

  test('a log shows an entry to every caller who knows its number', async () => {
    const handle: Operation['handle'] = async ({ db, params }) => {
      const [entry] = await db.query(sql`select content from notification where id = ${Number(params['_id'])}`)
      return { value: entry ?? reject('not_found') }
    }
    const matrix = await prove(setup, {
      injectedFault: {
        operation: (operation) => (operation.id === 'read_contact_notification' ? { ...operation, handle } : operation),
      },
      only: ['read_contact_notification'],
      as: ['reseller', 'stranger'],
    })
    assertLeaks(matrix, 'read_contact_notification', /went through/)
    assertLeaks(matrix, 'read_contact_notification', /shows zqcontactnotification/)
  })

  test('an alert rule is switched off by a caller who may only read', async () => {
    const handle: Operation['handle'] = async ({ db, params }) => {
      await db.query(sql`update event_status set status = 'disabled' where service_id = ${Number(params['_id'])}`)
      return undefined
    }
    const matrix = await prove(setup, {
      injectedFault: {
        operation: (operation) => (operation.id === 'disable_event_status' ? { ...operation, handle } : operation),
      },
      only: ['disable_event_status'],
      as: ['read-only user', 'stranger'],
    })
    assertLeaks(matrix, 'disable_event_status', /went through/)
    assertLeaks(matrix, 'disable_event_status', /changes what belongs to/)
  })

  test('a read-only user may write', async () => {
    const matrix = await prove(setup, {
      injectedFault: {
        registry: (registry) => withFlags(registry, 'user_data', ({ read = always }) => ({ update: read })),
      },
      only: ['update_user_data'],
      as: ['additional user', 'read-only user', 'read-only administrator', 'reseller'],
    })
    assertLeaks(matrix, 'update_user_data', /went through/)
    assert.ok(matrix.all.every(({ role, leaks }) => leaks.length === 0 || role.startsWith('read-only')))
  })

  test('a filter or a sort looks into rows that the caller may not read', async () => {
    const matrix = await prove(setup, {
      injectedFault: { registry: (registry) => withRelatedNames(registry, 'unguarded_user_data') },
      only: ['search_accounts'],
      as: ['reseller'],
      looks: /user_data\.email_address/,
    })
    for (const look of ['filter user_data.email_address contains', 'sort user_data.email_address'])
      assert.ok(
        matrix.all.some(({ target, leaks }) => target === look && leaks.includes('depends on what is hidden')),
        `${look} was not noticed`,
      )
  })

  test('a readable row gets 404 instead of 403', async () => {
    const matrix = await prove(setup, {
      injectedFault: { operation: hideForbidden('update_account') },
      only: ['update_account'],
      as: ['reseller'],
    })
    assert.equal(matrix.leaks, 0)
    assert.ok(matrix.mismatches > 0)
  })

  test('a hidden row gets another response than a missing one', async () => {
    const matrix = await prove(setup, {
      injectedFault: { operation: revealExisting('delete_account') },
      only: ['delete_account'],
      as: ['reseller', 'stranger', 'user of a sub-account'],
    })
    assertLeaks(matrix, 'delete_account', /differs from the answer for what does not exist/)
  })

  test('a request is rejected only after its effect', async () => {
    const matrix = await prove(setup, {
      injectedFault: { operation: applyDespiteRejection('block_account') },
      only: ['block_account'],
      as: ['reseller'],
    })
    assertLeaks(matrix, 'block_account', /changes what belongs to/)
  })

  test('a share counts for everyone, and not for the account that it was given to', async () => {
    const shared = among('group_id', () => sql`select s.group_id from group_share s`)
    const matrix = await prove(setup, {
      injectedFault: { registry: (registry) => withFlags(registry, 'service', () => ({ read: any(own(), shared) })) },
      only: ['read_service', 'search_services'],
      as: ['stranger'],
      looks: /^plain$/,
    })
    assertLeaks(matrix, 'read_service', /shows zqservice/)
    assertLeaks(matrix, 'search_services', /shows zqservice/)
  })

  test('results of a service are shown without a check of permissions', async () => {
    const matrix = await prove(setup, {
      injectedFault: { operation: trustCallers('read_check', 'list_account_status_changes') },
      only: ['read_check', 'list_account_status_changes'],
      as: ['stranger'],
    })
    assertLeaks(matrix, 'read_check', /shows zqservice/)
    assertLeaks(matrix, 'list_account_status_changes', /shows zqstatuschange/)
  })

  test('one flag of a share is taken for another', async () => {
    const archiver = canEditGroup('group_id', 'can_archive_services')
    const matrix = await prove(setup, {
      injectedFault: { registry: (registry) => withFlags(registry, 'service', () => ({ delete: archiver })) },
      only: ['delete_service', 'read_service_permissions'],
      as: ['sub-account'],
    })
    assertLeaks(matrix, 'delete_service', /went through/)
    const shown = matrix.all.filter(({ mismatches }) => mismatches.some((one) => one.startsWith('shows delete as')))
    assert.equal(shown.filter(({ target }) => target.includes('shared')).length, 64)
  })

  test('a share lets the account change what it may only look at', async () => {
    const shared = among(
      'group_id',
      ({ actsFor }) => sql`select s.group_id from group_share s where s.account_id = ${actsFor}`,
    )
    const matrix = await prove(setup, {
      injectedFault: {
        registry: (registry) => withFlags(registry, 'service', () => ({ update: all(writer, any(own(), shared)) })),
      },
      only: ['update_service'],
      as: ['sub-account'],
      thin: true,
    })
    assertLeaks(matrix, 'update_service', /went through/)
    assertLeaks(matrix, 'update_service', /changes what belongs to/)
  })

  test('a bulk operation checks only the first row', async () => {
    const matrix = await prove(setup, {
      injectedFault: { operation: deleteUncheckedRows },
      only: ['bulk_delete_services', 'bulk_delete_corrections'],
      as: ['sub-account'],
      thin: true,
    })
    for (const id of ['bulk_delete_services', 'bulk_delete_corrections']) assertLeaks(matrix, id, /went through/)
    assert.ok(matrix.all.every(({ target, leaks }) => leaks.length === 0 || target.includes(' and ')))
  })

  test('a service shows the private sensor of the account that shares it', async () => {
    const matrix = await prove(setup, {
      injectedFault: { registry: (registry) => withFlags(registry, 'sensor', () => ({ read: always })) },
      only: ['search_services'],
      as: ['sub-account'],
      looks: /^embed sensors\.name$/,
    })
    assertLeaks(matrix, 'search_services', /shows zqsensor/)
  })

  test('a reference reveals that a hidden row exists', async () => {
    const matrix = await prove(setup, {
      injectedFault: { operation: revealReference('create_contact_group') },
      only: ['create_contact_group'],
      as: ['stranger'],
    })
    assertLeaks(matrix, 'create_contact_group', /differs from the answer for what does not exist/)
  })

  test('a correction can be changed by every caller who sees the service', async () => {
    const matrix = await prove(setup, {
      injectedFault: {
        registry: (registry) =>
          withFlags(registry, 'correction', ({ read = always }) => ({ update: all(writer, read) })),
      },
      only: ['update_correction'],
      as: ['sub-account'],
      thin: true,
    })
    assertLeaks(matrix, 'update_correction', /went through/)
  })

  test('a service can be removed from a group by every caller who may change the service', async () => {
    const changer = canEditGroup('group_id', 'can_modify_services')
    const matrix = await prove(setup, {
      injectedFault: { registry: (registry) => withFlags(registry, 'service', () => ({ move: changer })) },
      only: ['update_service'],
      as: ['sub-account'],
    })
    assertLeaks(matrix, 'update_service', /went through/)
    assert.ok(matrix.all.every(({ target, leaks }) => leaks.length === 0 || target.includes(' into ')))
  })

  test('rows below a contact are shown to others', async () => {
    const matrix = await prove(setup, {
      injectedFault: { registry: (registry) => withFlags(registry, 'contact_address', () => ({ read: always })) },
      only: ['read_contact_address', 'search_contact_addresses'],
      as: ['stranger'],
      looks: /^plain$/,
    })
    assertLeaks(matrix, 'read_contact_address', /shows zqcontactaddress/)
    assertLeaks(matrix, 'search_contact_addresses', /shows zqcontactaddress/)
  })

  test('a declared configuration is applied to an account that the caller may only read', async () => {
    const matrix = await prove(setup, {
      injectedFault: {
        registry: (registry) =>
          withFlags(registry, 'account', ({ read = always }) => ({
            ...Object.fromEntries(['apply', 'create_events', 'create_contacts'].map((flag) => [flag, read])),
          })),
      },
      only: ['apply'],
      as: ['reseller'],
    })
    assertLeaks(matrix, 'apply', /went through/)
  })

  test('an API key exceeds its scopes', async () => {
    const matrix = await prove(setup, {
      injectedFault: {
        operation: (operation) =>
          operation.id === 'put_mobile_device' ? { ...operation, tag: 'services' } : operation,
      },
      only: ['put_mobile_device'],
      as: ['key services:write', 'key services:read'],
    })
    assertLeaks(matrix, 'put_mobile_device', /went through/)
    assert.ok(matrix.all.every(({ role, leaks }) => leaks.length === 0 || role === 'key services:write'))
  })

  test('an API key exceeds its groups', async () => {
    const matrix = await prove(setup, {
      injectedFault: {
        registry: (registry) =>
          createRegistry(
            registry.all.map((one): AnyResource => (one.name === 'service' ? { ...one, groupLimit: always } : one)),
          ),
      },
      only: ['read_service', 'search_services', 'delete_service'],
      as: ['key limited to a group'],
      looks: /^plain$/,
    })
    for (const operation of ['read_service', 'search_services', 'delete_service'])
      assertLeaks(matrix, operation, operation === 'search_services' ? /shows zqservice/ : /went through/)
  })

  test('an API key counts as an administrator', async () => {
    const matrix = await prove(setup, {
      injectedFault: { operation: trustCallers('read_account') },
      only: ['read_account'],
      as: ['key of an administrator'],
    })
    assertLeaks(matrix, 'read_account', /went through/)
  })

  test('an id of another cell leads to a row of this one', async () => {
    const matrix = await prove(setup, {
      injectedFault: { operation: dropCellOfId('read_service') },
      only: ['read_service'],
      as: ['administrator'],
    })
    assertLeaks(matrix, 'read_service', /went through/)
    assert.ok(matrix.all.every(({ target, leaks }) => leaks.length === 0 || target.endsWith(' of the other cell')))
  })

  test('a session is valid in another cell too', async () => {
    const { owner } = setup.otherCell.api
    const [, token = ''] = setup.roles.find(({ name }) => name === 'owner')?.session?.authorization.split(' ') ?? []
    await owner.query(sql`insert into session (account_id, token_hash, kind, client_id, scope, timeout, expires_at, is_verified)
values (${setup.otherCell.trees.holder('D.main').id}, ${hashToken(token)}, 'session', 'copy', 'customer', 3600, now() + interval '1 day', true)`)
    const matrix = await prove(setup, { only: ['read_service', 'search_services'], as: ['owner'], looks: /^plain$/ })
    await owner.query(sql`delete from session where client_id = 'copy'`)
    assertLeaks(matrix, 'search_services', /shows zqservice/)
  })

  test('two cells allocate the same ids', () => {
    const { trees, otherCell } = setup
    assert.deepEqual(findSharedIds(trees, otherCell.trees), [])
    const { things } = trees
    assert.notDeepEqual(findSharedIds(trees, { ...otherCell.trees, things: things.slice(0, 1) }), [])
  })

  test('a total counts hidden rows', async () => {
    const matrix = await prove(setup, {
      injectedFault: { operation: miscountTotal('list_sessions') },
      only: ['list_sessions'],
      as: ['owner'],
      looks: /^(?:plain|limit 0)$/,
    })
    assert.ok(matrix.mismatches > 0)
  })
})

function assertLeaks(matrix: Matrix, operation: string, kind: RegExp): void {
  const found = matrix.all.filter((cell) => cell.operation === operation && cell.leaks.some((leak) => kind.test(leak)))
  assert.ok(found.length > 0, `${operation} did not leak`)
}

type Flags = Readonly<Record<string, Predicate>>

function withFlags(registry: Registry, name: string, breakFlags: (flags: Flags) => Flags): Registry {
  const intact = registry.get(name)
  const permissions = { ...intact.permissions, ...breakFlags(intact.permissions) }
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
    permissions: { own: always, read: always },
  }
  const accountWithPaths = {
    ...account,
    relations: { ...account.relations, user_data: { kind: 'one', target, column: 'id' } as const },
    paths: ['user_data.email_address', 'user_data.created_at', 'parent_account.name', 'package.name'],
  }
  return createRegistry([...registry.all.map((one) => (one === account ? accountWithPaths : one)), unguarded])
}

type Handle = Operation['handle']

const wrapHandler = (id: string, wrap: (handle: Handle) => Handle) => (operation: Operation) =>
  operation.id === id ? { ...operation, handle: wrap(operation.handle.bind(operation)) } : operation

const getErrorSymbol = (error: unknown): string =>
  error instanceof ApiError ? (error.violations[0]?.symbol ?? '') : ''

const hideForbidden = (id: string) =>
  wrapHandler(id, (handle) => async (call) => {
    try {
      return await handle(call)
    } catch (error) {
      if (getErrorSymbol(error) === 'forbidden') reject('not_found')
      throw error
    }
  })

const revealExisting = (id: string) =>
  wrapHandler(id, (handle) => async (call) => {
    try {
      return await handle(call)
    } catch (error) {
      const exists = Number(call.params['_id']) < 1000
      if (getErrorSymbol(error) === 'not_found' && exists) reject('not_found', 'query.here')
      throw error
    }
  })

/** Treats every caller as an administrator. */
const trustCallers =
  (...ids: readonly string[]) =>
  (operation: Operation): Operation =>
    ids.includes(operation.id)
      ? {
          ...operation,
          handle: (call) => operation.handle({ ...call, caller: { ...call.caller, scope: 'administrator' } }),
        }
      : operation

/** Sends the right response, but makes the change nevertheless. */
const applyDespiteRejection = (id: string) =>
  wrapHandler(id, (handle) => async (call) => {
    try {
      return await handle(call)
    } catch (error) {
      if (getErrorSymbol(error) !== 'forbidden') throw error
      await call.record({ resource: 'account', id: 0, accountId: Number(call.params['_id']), before: null, after: {} })
      return { status: 403, value: [{ code: 3001, error: 'forbidden', message: '' }] }
    }
  })

/** Also deletes the rows of others. */
const deleteUncheckedRows = (operation: Operation): Operation => {
  const [, table] = /^bulk_delete_(service|correction)s$/.exec(operation.id) ?? []
  if (table === undefined) return operation
  return {
    ...operation,
    async handle(call) {
      const [first, ...others] = (call.body as { readonly ids: readonly number[] }).ids
      const answer = await operation.handle({ ...call, body: { ids: [first] } })
      await call.db.query(sql`delete from ${sql.table(table)} where id = any(${others})`)
      return answer
    },
  }
}

const revealReference = (id: string) =>
  wrapHandler(id, (handle) => async (call) => {
    const { contact_ids = [] } = call.body as { readonly contact_ids?: readonly number[] }
    const found = await call.db.query(sql`select from contact where id = any(${contact_ids})`)
    if (found.length > 0) reject('belongs_to_another_account', 'data.contact_ids')
    return handle(call)
  })

/** Looks for the row with the same number in this cell, whichever cell allocated the id. */
const dropCellOfId = (id: string) =>
  wrapHandler(id, (handle) => async (call) => {
    const number = Number(call.params['_id']) % 1_000_000_000_000
    return handle({ ...call, params: { ...call.params, _id: String(number) } })
  })

const miscountTotal = (id: string) =>
  wrapHandler(id, (handle) => async (call) => {
    const answer = await handle(call)
    const total = Number(answer?.headers?.['x-total-count']) + 1
    return { ...answer, headers: { 'x-total-count': String(total) } }
  })
