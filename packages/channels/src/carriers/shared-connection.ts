/** An open connection. */
export interface CarrierConnection {
  close(): Promise<void>
}

export interface SharedConnection<T extends CarrierConnection> extends AsyncDisposable {
  /** Returns the open connection, and opens one if there is none. */
  current(): Promise<T>
}

/** Shares one connection among messages. `open` calls `lost` once the connection can no longer be used. */
export function shareConnection<T extends CarrierConnection>(
  open: (lost: () => void) => Promise<T>,
): SharedConnection<T> {
  let shared: Promise<T> | undefined
  const openOne = (): Promise<T> => {
    const forget = () => {
      if (shared === connection) shared = undefined
    }
    const connection = open(forget).catch((cause: unknown) => {
      forget()
      throw cause
    })
    return connection
  }
  return {
    current() {
      shared ??= openOne()
      return shared
    },
    async [Symbol.asyncDispose]() {
      const connection = await shared?.catch(() => undefined)
      await connection?.close()
    },
  }
}
