import type { Feature } from '../../platform/feature.ts'
import { correctionBulkOperations } from './bulk.ts'
import { correction } from './correction.ts'
import { readCorrectionEffect } from './effect.ts'

export const feature: Feature = {
  resources: [correction],
  operations: (context) => [...correctionBulkOperations(context), readCorrectionEffect],
}
