import { type Database, loadCellNumber } from '@wachta/database'
import {
  type Call,
  type Caller,
  changesData,
  compileSchema,
  createSearcher,
  holdsPermission,
  type Operation,
  type OperationAnswer,
  rejectAny,
  resourceOperations,
} from '@wachta/resource'
import { adminPackage } from '../features/packages/package.ts'
import { registry } from '../features/registry.ts'
import { revokeSensor } from '../features/sensors/credentials.ts'
import { createSensorEnrolment } from '../features/sensors/enrolment.ts'
import { sensor } from '../features/sensors/sensor.ts'
import { writeAudit } from '../platform/audit.ts'
import { explainDatabaseError } from './operator-error.ts'

/** Runs operations of the API for commands on the machine itself. */
export interface Operator {
  /** Runs the operation with this id as an administrator; throws an `OperatorError` if it is rejected. */
  call(operationId: string, request?: OperatorRequest): Promise<unknown>
}

export interface OperatorRequest {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Call['query']
  readonly body?: unknown
}

/** The caller for commands on the machine: it has the permissions of an administrator. */
const caller: Caller = {
  accountId: null,
  actsFor: null,
  packageId: null,
  sessionId: null,
  scope: 'administrator',
  readOnly: false,
  role: 'owner',
  language: 'en',
}
const request = { id: 'command', address: '', session: null }

/** Creates an operator that applies the same operations, rules and audit as HTTP requests, without a server. */
export async function createOperator(database: Database, now: () => Date = () => new Date()): Promise<Operator> {
  const cellNumber = await loadCellNumber(database)
  const searcher = createSearcher(registry)
  const operations: readonly Operation[] = [
    ...resourceOperations(sensor, searcher),
    ...resourceOperations(adminPackage, searcher),
    createSensorEnrolment,
    revokeSensor,
  ]
  return {
    async call(operationId, operatorRequest = {}) {
      const operation = operations.find(({ id }) => id === operationId)
      if (!operation) throw new RangeError(`no operation ${operationId}`)
      try {
        rejectAny(findViolations(operation, operatorRequest.body))
        const call = createCall(database, operation, operatorRequest)
        const answer = changesData(operation)
          ? await database.transaction((tx) => operation.handle(createCall(tx, operation, operatorRequest)))
          : await operation.handle(call)
        return toResult(answer)
      } catch (error) {
        throw explainDatabaseError(error)
      }
    },
  }

  function createCall(db: Call['db'], operation: Operation, { params = {}, query = {}, body }: OperatorRequest): Call {
    const time = now()
    const auditContext = {
      operation: operation.id,
      caller: { ...caller, scope: 'system' },
      request: { id: request.id, address: null },
      now: time,
    }
    const call: Call = {
      ...{ registry, caller, cellNumber, params, query, body, db, now: time, request },
      record: (...writes) => writeAudit({ db, registry }, writes, auditContext),
      holds: (resource, key, flag) => holdsPermission({ resource: registry.get(resource), key }, flag, call),
      // The operator has access to the database itself, so a step-up would protect nothing.
      requireStepUp: async () => undefined,
      seal: () => {
        throw new Error('commands of the operator cannot seal secrets')
      },
      transaction: (work) => work(call),
    }
    return call
  }
}

const findViolations = ({ body: schema, check }: Operation, body: unknown) =>
  schema ? [...compileSchema(schema.schema)(body, 'data'), ...(check?.(body) ?? [])] : []

const toResult = (answer: OperationAnswer | undefined): unknown =>
  answer?.text === undefined ? answer?.value : JSON.parse(answer.text)
