import type { Feature } from '../../platform/feature.ts'
import { statusPageComponentKind, statusPageKind } from './apply.ts'
import { statusPageComponent } from './component.ts'
import { createPageEntry } from './entry.ts'
import { linkOperations } from './link.ts'
import { changePagePassword } from './password.ts'
import { pictureOperations } from './pictures.ts'
import { statusPagePost } from './post.ts'
import { statusPage } from './status-page.ts'
import { statusPageSubscriber } from './subscriber.ts'
import { statusPageUpdate } from './update.ts'
import { admitVisitor } from './visitor.ts'

export const feature: Feature = {
  resources: [statusPage, statusPageComponent, statusPagePost, statusPageUpdate, statusPageSubscriber],
  operations: (context) => [
    ...pictureOperations,
    changePagePassword,
    ...linkOperations(context),
    createPageEntry(context),
    admitVisitor(context),
  ],
  applyKinds: () => [statusPageKind, statusPageComponentKind],
}
