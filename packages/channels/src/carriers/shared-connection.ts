/** An open connection. */
export interface CarrierConnection {
  close(): Promise<void>
}

export interface SharedConnection<T extends CarrierConnection> extends AsyncDisposable {
  /** Returns the open connection, and opens one if there is none. */
  current(): Promise<T>
}

/** Shares one connection among messages. `open` calls `onLost` once the connection can no longer be used. */
export function shareConnection<T extends CarrierConnection>(
  open: (onLost: () => void) => Promise<T>,
): SharedConnection<T> {
  let shared: Promise<T> | undefined
  const openConnection = (): Promise<T> => {
    const clear = () => {
      if (shared === connection) shared = undefined
    }
    const connection = open(clear).catch((cause: unknown) => {
      clear()
      throw cause
    })
    return connection
  }
  return {
    current() {
      shared ??= openConnection()
      return shared
    },
    async [Symbol.asyncDispose]() {
      const connection = await shared?.catch(() => undefined)
      await connection?.close()
    },
  }
}
