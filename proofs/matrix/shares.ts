import { callTargets, type Proof } from './cells.ts'
import type { Target } from './oracle.ts'
import type { Cell } from './report.ts'
import { createBulkTarget, createMoveTarget, toTarget } from './requests.ts'
import { hashToNumber } from './thin.ts'
import type { Thing } from './things.ts'
import type { AccountTrees } from './trees.ts'

/** The accounts that a group is shared with, and the users who act for them; half of the latter are enough. */
const partnerRoles = ['sub-account', 'user of a sub-account']
/**
 * The account that shares, and one that is not involved: all shares look the same to them, so a sample is enough.
 */
const otherRoles = ['reseller', 'stranger']

/**
 * Tests groups that differ only in their shares, one for every set of flags: what a caller can do with the group and
 * its services depends on exactly these flags.
 */
export async function collectShareCells(proof: Proof): Promise<Cell[]> {
  const roles = proof.roles.filter(({ name }) => [...partnerRoles, ...otherRoles].includes(name))
  return callTargets(proof, roles, ({ id }, _rule, role) => {
    const targets = listShareTargets(id, proof.trees)
    const nth = (otherRoles.includes(role.name) ? 4 : partnerRoles.indexOf(role.name) + 1) * (proof.thin ? 16 : 1)
    return targets.filter((one) => hashToNumber(`${id} ${role.name} ${one.label}`) % nth === 0)
  })
}

function listShareTargets(operation: string, trees: AccountTrees): Target[] {
  const { things, findByLabel } = trees
  const filterThings = (resource: string) => things.filter((one) => one.resource === resource && one.combination)
  const services = filterThings('service').filter(({ traits }) => !traits.has('archived'))
  const groups = filterThings('group')
  const targetGroup = groups.at(-1)
  const ownService = findByLabel('service A.sub/default')
  const freeService = findByLabel('service A.main/shared acdfmm')
  switch (operation) {
    case 'read_service_permissions':
    case 'archive_service':
    case 'restore_service':
    case 'force_analysis':
    case 'force_custom_analysis':
      return filterThings('service').map(toTarget)
    case 'delete_service':
      return services.map(toTarget)
    case 'update_service':
      return [
        ...services.map(toTarget),
        ...groups.map((group) => createUpdateMoveTarget(freeService, group)),
        ...services.flatMap((one) => (targetGroup ? createUpdateMoveTarget(one, targetGroup) : [])),
      ]
    case 'read_group_permissions':
    case 'update_group':
    case 'delete_group':
    case 'create_service':
    case 'create_notification_address':
    case 'create_periodic_report_address':
      return groups.map(toTarget)
    case 'create_correction':
    case 'create_suspension':
    case 'create_scheduled_suspension':
    case 'create_weekly_suspension':
    case 'bulk_create_service_corrections':
      return services.map(toTarget)
    case 'update_correction':
    case 'delete_correction':
      return filterThings('correction').map(toTarget)
    case 'update_suspension':
    case 'delete_suspension':
      return filterThings('suspension').map(toTarget)
    case 'update_scheduled_suspension':
    case 'delete_scheduled_suspension':
      return filterThings('scheduled_suspension').map(toTarget)
    case 'update_notification_address':
    case 'delete_notification_address':
      return filterThings('notification_address').map(toTarget)
    case 'bulk_create_corrections':
    case 'bulk_create_suspensions':
    case 'bulk_create_scheduled_suspensions':
      return services.map((service) => createBulkTarget([ownService, service]))
    case 'bulk_update_corrections':
    case 'bulk_delete_corrections':
      return filterThings('correction').map((one) => createBulkTarget([findByLabel('correction A.sub/default'), one]))
    case 'bulk_delete_suspensions':
      return filterThings('suspension').map((one) => createBulkTarget([findByLabel('suspension A.sub/default'), one]))
    case 'bulk_delete_scheduled_suspensions':
      return filterThings('scheduled_suspension').map((one) =>
        createBulkTarget([findByLabel('scheduled_suspension A.sub/default'), one]),
      )
    case 'bulk_force_analysis':
    case 'bulk_activate_services':
    case 'bulk_pause_services':
    case 'bulk_tag_services':
    case 'bulk_delete_services':
      return services.flatMap((service) => [
        createBulkTarget([service]),
        createBulkTarget([ownService, service]),
        createBulkTarget([service, ownService]),
      ])
    case 'bulk_change_group':
      return [
        ...groups.map((group) => createMoveTarget([freeService], group)),
        ...services.map((one) => createMoveTarget([one], targetGroup ?? null)),
      ]
    case 'bulk_delete_groups':
      return groups.map((group) => createBulkTarget([group]))
    case 'read_group_share_permissions':
    case 'delete_group_share':
      return filterThings('group_share').map(toTarget)
    default:
      return []
  }
}

/** Moves a service to another group: needs the right to remove services from one and to add them to the other. */
const createUpdateMoveTarget = (service: Thing, group: Thing): Target => ({
  ...toTarget(service),
  label: `${service.label} into ${group.label}`,
  body: { group_id: group.id },
  flag: 'move',
  needs: { resource: 'group', subject: { kind: 'thing', thing: group }, flag: 'create_services' },
})
