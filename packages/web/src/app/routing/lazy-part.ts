import { type LazyExoticComponent, lazy, type ReactNode } from 'react'
import { isServerReachable, waitForConnection } from './reachable.ts'

const loaders = new Set<() => Promise<unknown>>()

/** The loaders of the parts of those screens whose code is loaded so far. */
export const partLoaders: ReadonlySet<() => Promise<unknown>> = loaders

/**
 * A part of a screen whose code is loaded when it is first shown. Without a connection the screen stays as it is, and
 * the part appears when the server can be reached again.
 */
export function lazyPart<Props>(
  load: () => Promise<(props: Props) => ReactNode>,
): LazyExoticComponent<(props: Props) => ReactNode> {
  addPartLoader(load)
  return lazy(async () => ({ default: await loadWithRetry(load) }))
}

/** Adds a loader to `partLoaders`, which run while the browser is idle. */
export const addPartLoader = (load: () => Promise<unknown>): void => void loaders.add(load)

/** A file of the app that the server no longer has, because it belongs to an older build. Only a reload helps. */
export class MissingFileError extends Error {
  override readonly name = 'MissingFileError'
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
  }
}

/** Loads a file of the app; without a connection, as soon as the server can be reached again. */
export async function loadWithRetry<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load()
    } catch (error) {
      if (await isServerReachable()) throw new MissingFileError(error)
      await waitForConnection()
    }
  }
}
