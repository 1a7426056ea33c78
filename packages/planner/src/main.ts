import '@wachta/runtime/telemetry'
import { run } from '@wachta/runtime'
import { Config } from './config.ts'
import { planForSensors } from './planner.ts'

await run('planner', Config, planForSensors)
