import type { AnyResource, Operation } from '@wachta/resource'
import type { ApplyKind } from './apply/kind.ts'
import type { ApiContext } from './context.ts'

/** What a folder of `features/` adds to the API. */
export interface Feature {
  readonly resources?: readonly AnyResource[]
  /** Operations beyond those that follow from the resources. */
  readonly operations?: (context: ApiContext) => readonly Operation[]
  /** What a declared configuration can hold of it. */
  readonly applyKinds?: (context: ApiContext) => readonly ApplyKind[]
}
