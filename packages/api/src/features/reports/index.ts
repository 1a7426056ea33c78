import type { Feature } from '../../platform/feature.ts'
import { reportTemplateKind } from './apply.ts'
import { reportDeliveryOperations } from './deliveries.ts'
import { reportFileOperations } from './files.ts'
import { reportTemplateOperations } from './operations.ts'
import { previewReportTemplate } from './preview.ts'
import { reportProofOperations } from './proof.ts'
import { report } from './report.ts'
import { reportTemplate } from './report-template.ts'

export const feature: Feature = {
  resources: [reportTemplate, report],
  operations: (context) => [
    ...reportTemplateOperations(context),
    ...reportFileOperations(context),
    ...reportProofOperations(context),
    ...reportDeliveryOperations(),
    previewReportTemplate,
  ],
  applyKinds: () => [reportTemplateKind],
}
