export { Config } from './config.ts'
export { lookAtFlow } from './deadman.ts'
export { planForSensors } from './planner.ts'
