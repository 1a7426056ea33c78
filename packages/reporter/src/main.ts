import '@wachta/runtime/telemetry'
import { run } from '@wachta/runtime'
import { Config } from './config.ts'
import { serveReporter } from './reporter.ts'

await run('reporter', Config, serveReporter)
