import '@wachta/runtime/telemetry'
import { run } from '@wachta/runtime'
import { Config } from './config.ts'
import { serveDirectory } from './directory.ts'

await run('directory', Config, serveDirectory)
