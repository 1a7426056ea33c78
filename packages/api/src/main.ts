import '@wachta/runtime/telemetry'
import { run } from '@wachta/runtime'
import { serveApi } from './api.ts'
import { Config } from './config.ts'

await run('api', Config, serveApi)
