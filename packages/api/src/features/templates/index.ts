import type { Feature } from '../../platform/feature.ts'
import { customTemplate } from './custom-template.ts'
import { defaultTemplate } from './default-template.ts'
import { templatePreviewOperations } from './preview.ts'
import { template } from './template.ts'

export const feature: Feature = {
  resources: [customTemplate, defaultTemplate, template],
  operations: () => [...templatePreviewOperations()],
}
