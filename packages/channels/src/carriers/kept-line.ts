/** A connection that speaks for as long as it lasts. */
export interface Line {
  close(): Promise<void>
}

export interface KeptLine<T extends Line> extends AsyncDisposable {
  /** The open connection; it is opened by whoever needs it first, and anew by whoever needs it after it was lost. */
  current(): Promise<T>
}

/** Several messages share one connection. `open` calls `lost` once the connection can no longer be used. */
export function keepLine<T extends Line>(open: (lost: () => void) => Promise<T>): KeptLine<T> {
  let kept: Promise<T> | undefined
  const openOne = (): Promise<T> => {
    const forget = () => {
      if (kept === line) kept = undefined
    }
    const line = open(forget).catch((cause: unknown) => {
      forget()
      throw cause
    })
    return line
  }
  return {
    current() {
      kept ??= openOne()
      return kept
    },
    async [Symbol.asyncDispose]() {
      const line = await kept?.catch(() => undefined)
      await line?.close()
    },
  }
}
