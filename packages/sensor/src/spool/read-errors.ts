/** The codes of errors that occur because the process or the system lacks a resource at this moment. */
const transientCodes: ReadonlySet<string | undefined> = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN', 'EINTR'])

/**
 * Returns a handler of failed reads: it returns the fallback if the data is gone or damaged, and throws if the same
 * read can succeed later. Otherwise a short lack of file descriptors would count as a loss of results on the disk.
 */
export const unlessTransient =
  <T>(fallback: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (transientCodes.has(error.code)) throw error
    return fallback
  }
