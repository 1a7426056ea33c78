import type { Feature } from '../../platform/feature.ts'
import { brandingOperations } from './operations.ts'

export const feature: Feature = { resources: [], operations: () => [...brandingOperations()] }
