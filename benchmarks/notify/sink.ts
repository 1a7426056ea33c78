import { openMailSink } from '@wachta/testing/notifier/sinks'

/**
 * The mail server runs in its own process, so that it takes no CPU time from the sender. It reports the accepted
 * messages.
 */
const sink = await openMailSink((taken) => process.send?.(taken))
process.send?.({ port: sink.port })
process.on('disconnect', () => process.exit())
