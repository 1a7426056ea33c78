import type { Audit } from '@wachta/client'

/** The resources whose objects have a name, which the audit log looks up. */
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

/** Other API resources that change the same objects. */
const aliases: Readonly<Record<string, NamedResource>> = {
  subaccount: 'account',
  admin_account: 'account',
  user_data: 'account',
  sensor_credential: 'sensor',
  sensor_enrolment: 'sensor',
}

const parentFields: readonly (readonly [field: string, resource: NamedResource])[] = [
  ['service_id', 'service'],
  ['contact_id', 'contact'],
  ['escalation_id', 'escalation'],
  ['group_id', 'group'],
]

/** Finds the named object that an entry is about; null if there is none. */
export function findSubject({ resource, object_id, before, after }: AuditState): AuditSubject | null {
  const namedResource = toNamedResource(resource)
  if (namedResource)
    return isId(object_id) ? { relation: 'own', object: { resource: namedResource, id: Number(object_id) } } : null
  // The id of an alert consists of the ids of the service and of the rule.
  if (resource === 'event_status') return toServiceSubject(object_id.split('/')[0])
  const state = { ...before, ...after }
  // A manual check is told as something that was done with the service.
  if (resource === 'forced_analysis') return toServiceSubject(String(state['service_id']))
  for (const [field, parentResource] of parentFields) {
    const id = state[field]
    if (typeof id === 'number') return { relation: 'parent', object: { resource: parentResource, id } }
  }
  return null
}

export type AuditState = Pick<Audit, 'resource' | 'object_id' | 'before' | 'after' | 'operation'>

const toNamedResource = (resource: string): NamedResource | undefined =>
  namedResources.find((each) => each === resource) ?? (Object.hasOwn(aliases, resource) ? aliases[resource] : undefined)

const toServiceSubject = (id = ''): AuditSubject | null =>
  isId(id) ? { relation: 'own', object: { resource: 'service', id: Number(id) } } : null

const isId = (text: string): boolean => /^[1-9]\d{0,15}$/.test(text)
