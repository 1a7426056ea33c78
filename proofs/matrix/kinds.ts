import { additionalKinds } from './additions.ts'
import type { Kind } from './kind.ts'
import { contactKinds } from './kinds-contacts.ts'
import { diagnosticKinds } from './kinds-diagnostics.ts'
import { groupKinds } from './kinds-groups.ts'
import { notificationKinds } from './kinds-notifications.ts'
import { ruleKinds } from './kinds-rules.ts'
import { serviceKinds } from './kinds-services.ts'

/** All resources of accounts, each after its parent; kind.ts explains how to add one. */
export const kinds: Readonly<Record<string, Kind>> = {
  ...groupKinds,
  ...serviceKinds,
  ...contactKinds,
  ...ruleKinds,
  ...notificationKinds,
  ...diagnosticKinds,
  ...additionalKinds,
}

export const isThing = (resource: string): boolean => Object.hasOwn(kinds, resource)

export function getKind(resource: string): Kind {
  const kind = kinds[resource]
  if (!kind) throw new Error(`unknown resource: ${resource}`)
  return kind
}

export const getPlural = (resource: string): string => getKind(resource).plural ?? `${resource}s`

/** The field in which a new row names its parent. */
export const getParentColumn = (resource: string): string => {
  const { column, parentResource: hangsOn } = getKind(resource)
  return column ?? (hangsOn === 'account' ? 'owner_id' : `${hangsOn}_id`)
}

/** The columns that identify rows of the resource. */
export const getKeyColumns = (resource: string): readonly string[] => kinds[resource]?.key ?? ['id']
