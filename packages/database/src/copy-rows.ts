import type { Connection, Submittable } from 'pg'

/** The connection of the driver, with the messages of `COPY` that its type definitions lack. */
interface CopyConnection extends Connection {
  sendCopyFromChunk(chunk: Uint8Array): void
  endCopyFrom(): void
}

/** Runs `COPY … FROM STDIN` with all its rows at once, and resolves when the server has taken them. */
export function copyRows(client: { query(copy: Submittable): unknown }, text: string, rows: Uint8Array): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  // The driver calls these methods when the messages of their names arrive; after an error only `handleError`.
  client.query({
    submit: (connection: Connection) => connection.query(text),
    handleCopyInResponse: (connection: CopyConnection) => {
      connection.sendCopyFromChunk(rows)
      connection.endCopyFrom()
    },
    handleCommandComplete: () => undefined,
    handleReadyForQuery: () => resolve(),
    handleError: (error: Error) => reject(error),
  } as Submittable)
  return promise
}
