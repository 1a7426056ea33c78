export { Config } from './config.ts'
export { planForSensors } from './planner.ts'
