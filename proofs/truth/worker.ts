import { parentPort, workerData } from 'node:worker_threads'
import { simulate } from './simulation.ts'

parentPort?.postMessage(await simulate(workerData))
