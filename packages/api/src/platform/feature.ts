import type { AnyResource, Operation } from '@wachta/resource'
import type { ApplyKind } from './apply/kind.ts'
import type { ApiContext } from './context.ts'

/** The contribution of one folder in `features/` to the API. */
export interface Feature {
  readonly resources?: readonly AnyResource[]
  /** Operations besides those that are derived from the resources. */
  readonly operations?: (context: ApiContext) => readonly Operation[]
  /** The kinds of objects that a declared configuration can contain. */
  readonly applyKinds?: (context: ApiContext) => readonly ApplyKind[]
}
