import type { Database } from '@wachta/database'
import type { Call, Caller, Operation, Registry, StatementRunner } from '@wachta/resource'

/** A statement as it is sent; one with a name is prepared under it. */
export type SentStatement = Parameters<StatementRunner['run']>[0]

/** The API prepares a statement once its shape is repeated; after this number of calls nothing changes any more. */
const callsUntilSettled = 5

export interface OperationInput {
  /** The resources of the API. */
  readonly registry: Registry
  readonly caller: Caller
  readonly params?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** Returns the statements that an operation sends for a call, in their order, once it has been called often. */
export async function recordStatements(
  operation: Operation,
  input: OperationInput,
  database: Database,
): Promise<readonly SentStatement[]> {
  let sent: SentStatement[] = []
  const db: StatementRunner = {
    compile: database.compile,
    query: (statement) => db.run(database.compile(statement)),
    run(query) {
      sent.push(query)
      return database.run(query)
    },
  }
  for (let calls = 0; calls < callsUntilSettled; calls += 1) {
    sent = []
    await operation.handle(createCall(operation, input, db))
  }
  return sent
}

function createCall(
  { normalize: normalise }: Operation,
  { registry, caller, params = {}, body }: OperationInput,
  db: StatementRunner,
): Call {
  const rejectUse = () => {
    throw new Error('only operations that read are recorded')
  }
  return {
    registry,
    caller,
    cellNumber: 0,
    params,
    query: {},
    body: normalise ? normalise(body) : body,
    db,
    now: new Date(),
    request: { id: 'recorded', address: '127.0.0.1', session: null },
    record: rejectUse,
    holds: rejectUse,
    requireStepUp: rejectUse,
    seal: rejectUse,
    transaction: rejectUse,
  }
}
