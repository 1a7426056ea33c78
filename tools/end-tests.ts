import { after } from 'node:test'

/** How long what tests have closed may take to end. */
const patienceMs = 30_000

// A failed test may leave a server open: its process must name it and end, or the whole run waits for ever.
after(() => {
  setTimeout(() => {
    console.error(`still open after the tests: ${process.getActiveResourcesInfo().join(', ')}`)
    process.exit(1)
  }, patienceMs).unref()
})
