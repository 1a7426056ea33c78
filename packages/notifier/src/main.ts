import '@wachta/runtime/telemetry'
import { run } from '@wachta/runtime'
import { Config } from './config.ts'
import { serveNotifier } from './notifier.ts'

await run('notifier', Config, serveNotifier)
