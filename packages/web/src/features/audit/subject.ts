import type { Audit } from '@wachta/client'

/** The resources that have a name, which the log looks up. */
export const namedResources = [
  'service',
  'contact',
  'contact_group',
  'group',
  'event',
  'escalation',
  'sensor',
  'template',
  'account',
  'api_key',
  'passkey',
  'incident',
] as const
export type NamedResource = (typeof namedResources)[number]

export interface AuditObject {
  readonly resource: NamedResource
  readonly id: number
}

/** The subject of an entry: the object itself, or its parent if it has no name. */
export interface AuditSubject {
  readonly relation: 'own' | 'parent'
  readonly object: AuditObject
}

/** Other names under which the API writes to the same objects. */
const aliases: Readonly<Record<string, NamedResource>> = {
  subaccount: 'account',
  admin_account: 'account',
  user_data: 'account',
  sensor_credential: 'sensor',
  sensor_enrolment: 'sensor',
}

const parents: readonly (readonly [field: string, resource: NamedResource])[] = [
  ['service_id', 'service'],
  ['contact_id', 'contact'],
  ['escalation_id', 'escalation'],
  ['group_id', 'group'],
]

/** Finds the object of an entry that has a name; null if there is none. */
export function findSubject({ resource, object_id, before, after }: AuditState): AuditSubject | null {
  const named = toNamed(resource)
  if (named) return isId(object_id) ? { relation: 'own', object: { resource: named, id: Number(object_id) } } : null
  // The id of an alert is that of the service and of the rule.
  if (resource === 'event_status' || resource === 'forced_analysis') {
    const [service = ''] = object_id.split('/')
    return isId(service) ? { relation: 'own', object: { resource: 'service', id: Number(service) } } : null
  }
  const state = { ...before, ...after }
  for (const [field, of] of parents) {
    const id = state[field]
    if (typeof id === 'number') return { relation: 'parent', object: { resource: of, id } }
  }
  return null
}

export type AuditState = Pick<Audit, 'resource' | 'object_id' | 'before' | 'after' | 'operation'>

const toNamed = (resource: string): NamedResource | undefined =>
  namedResources.find((each) => each === resource) ?? (Object.hasOwn(aliases, resource) ? aliases[resource] : undefined)

const isId = (text: string): boolean => /^[1-9]\d{0,15}$/.test(text)
