export { Config } from './config.ts'
export { readPipelineState } from './dead-mans-switch.ts'
export { planForSensors } from './planner.ts'
