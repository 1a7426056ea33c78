import '@wachta/runtime/telemetry'
import { run } from '@wachta/runtime'
import { runAnalyst } from './analyst.ts'
import { Config } from './config.ts'

await run('analyst', Config, runAnalyst)
