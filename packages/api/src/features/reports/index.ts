import type { Feature } from '../../platform/feature.ts'
import { reportTemplateOperations } from './operations.ts'
import { reportTemplate } from './report-template.ts'

export const feature: Feature = {
  resources: [reportTemplate],
  operations: (context) => [...reportTemplateOperations(context)],
}
