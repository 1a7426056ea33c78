import '@wachta/runtime/telemetry'
import { run } from '@wachta/runtime'
import { Config } from './config.ts'
import { servePages } from './pages.ts'

await run('pages', Config, servePages)
