import '@wachta/runtime/telemetry'
import { run } from '@wachta/runtime'
import { Config } from './config.ts'
import { serveSensor } from './serve.ts'

await run('sensor', Config, serveSensor)
