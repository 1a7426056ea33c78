import { connection } from '../client/connection.ts'

const retryIntervalMs = 5000

/** Whether the server answers. If it does and a file of the app is missing, the file belongs to an older build. */
export const isServerReachable = (): Promise<boolean> =>
  fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )

/**
 * Marks the connection as lost, and resolves when another attempt is worthwhile: the browser is online again, or some
 * seconds have passed.
 */
export function waitForConnection(): Promise<void> {
  connection.markOffline()
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      window.removeEventListener('online', done)
      resolve()
    }
    const timer = setTimeout(done, retryIntervalMs)
    window.addEventListener('online', done)
  })
}
