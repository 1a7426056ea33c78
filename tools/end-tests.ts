import { after } from 'node:test'

/** How long resources that tests have closed may take to end. */
const exitTimeoutMs = 30_000

// A failed test may leave a server open: its process must report that and exit, or the whole run would hang.
after(() => {
  setTimeout(() => {
    console.error(`still open after the tests: ${process.getActiveResourcesInfo().join(', ')}`)
    process.exit(1)
  }, exitTimeoutMs).unref()
})
