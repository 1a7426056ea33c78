export { Config } from './config.ts'
export { lookAtFlow } from './dead-mans-switch.ts'
export { planForSensors } from './planner.ts'
