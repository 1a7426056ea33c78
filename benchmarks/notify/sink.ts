import { openMailSink } from '@wachta/testing/notifier/sinks'

/** A mail server in its own process, so that it takes no time from the sender. It reports the accepted mails. */
const sink = await openMailSink((taken) => process.send?.(taken))
process.send?.({ port: sink.port })
process.on('disconnect', () => process.exit())
