import { openMailSink } from '@wachta/testing/notifier/sinks'

/** A mail server in a process of its own, so that it takes nothing from whoever sends: it tells what it took. */
const sink = await openMailSink((taken) => process.send?.(taken))
process.send?.({ port: sink.port })
process.on('disconnect', () => process.exit())
