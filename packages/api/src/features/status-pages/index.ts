import type { Feature } from '../../platform/feature.ts'
import { statusPageComponentKind, statusPageKind } from './apply.ts'
import { statusPageComponent } from './component.ts'
import { pictureOperations } from './pictures.ts'
import { statusPagePost } from './post.ts'
import { statusPage } from './status-page.ts'
import { statusPageUpdate } from './update.ts'

export const feature: Feature = {
  resources: [statusPage, statusPageComponent, statusPagePost, statusPageUpdate],
  operations: () => pictureOperations,
  applyKinds: () => [statusPageKind, statusPageComponentKind],
}
