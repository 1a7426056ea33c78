import { callTargets, type Proof } from './cells.ts'
import type { Target } from './oracle.ts'
import type { Cell } from './report.ts'
import { moveOf, setOf, targetOf } from './requests.ts'
import { hashToNumber } from './thin.ts'
import type { Thing } from './things.ts'
import type { AccountTrees } from './trees.ts'

/** The accounts that a group is shared with, and the users who act for them; half of the latter are enough. */
const partners = ['sub-account', 'user of a sub-account']
/**
 * The account that shares, and one that is not involved: to them all shares look the same, so a part of them is enough.
 */
const others = ['reseller', 'stranger']

/**
 * Tests groups that differ only in their shares, one for every set of flags: what a caller can do with the group and
 * its services depends on exactly these flags.
 */
export async function shareCells(proof: Proof): Promise<Cell[]> {
  const casts = proof.roles.filter(({ name }) => [...partners, ...others].includes(name))
  return callTargets(proof, casts, ({ id }, _rule, role) => {
    const targets = targetsFor(id, proof.trees)
    const nth = (others.includes(role.name) ? 4 : partners.indexOf(role.name) + 1) * (proof.thin ? 16 : 1)
    return targets.filter((one) => hashToNumber(`${id} ${role.name} ${one.label}`) % nth === 0)
  })
}

function targetsFor(operation: string, trees: AccountTrees): Target[] {
  const { things, labelled } = trees
  const of = (resource: string) => things.filter((one) => one.resource === resource && one.combination)
  const services = of('service').filter(({ traits }) => !traits.has('archived'))
  const groups = of('group')
  const into = groups.at(-1)
  const own = labelled('service A.sub/default')
  const free = labelled('service A.main/shared acdfmm')
  switch (operation) {
    case 'read_service_permissions':
    case 'archive_service':
    case 'restore_service':
    case 'force_analysis':
    case 'force_custom_analysis':
      return of('service').map(targetOf)
    case 'delete_service':
      return services.map(targetOf)
    case 'update_service':
      return [
        ...services.map(targetOf),
        ...groups.map((group) => moving(free, group)),
        ...services.flatMap((one) => (into ? moving(one, into) : [])),
      ]
    case 'read_group_permissions':
    case 'update_group':
    case 'delete_group':
    case 'create_service':
    case 'create_notification_address':
    case 'create_periodic_report_address':
      return groups.map(targetOf)
    case 'create_correction':
    case 'create_suspension':
    case 'create_scheduled_suspension':
    case 'create_weekly_suspension':
    case 'bulk_create_service_corrections':
      return services.map(targetOf)
    case 'update_correction':
    case 'delete_correction':
      return of('correction').map(targetOf)
    case 'update_suspension':
    case 'delete_suspension':
      return of('suspension').map(targetOf)
    case 'update_scheduled_suspension':
    case 'delete_scheduled_suspension':
      return of('scheduled_suspension').map(targetOf)
    case 'update_notification_address':
    case 'delete_notification_address':
      return of('notification_address').map(targetOf)
    case 'bulk_create_corrections':
    case 'bulk_create_suspensions':
    case 'bulk_create_scheduled_suspensions':
      return services.map((service) => setOf([own, service]))
    case 'bulk_update_corrections':
    case 'bulk_delete_corrections':
      return of('correction').map((one) => setOf([labelled('correction A.sub/default'), one]))
    case 'bulk_delete_suspensions':
      return of('suspension').map((one) => setOf([labelled('suspension A.sub/default'), one]))
    case 'bulk_delete_scheduled_suspensions':
      return of('scheduled_suspension').map((one) => setOf([labelled('scheduled_suspension A.sub/default'), one]))
    case 'bulk_force_analysis':
    case 'bulk_activate_services':
    case 'bulk_pause_services':
    case 'bulk_tag_services':
    case 'bulk_delete_services':
      return services.flatMap((service) => [setOf([service]), setOf([own, service]), setOf([service, own])])
    case 'bulk_change_group':
      return [...groups.map((group) => moveOf([free], group)), ...services.map((one) => moveOf([one], into ?? null))]
    case 'bulk_delete_groups':
      return groups.map((group) => setOf([group]))
    case 'read_group_share_permissions':
    case 'delete_group_share':
      return of('group_share').map(targetOf)
    default:
      return []
  }
}

/** A change of the group: it needs the right to remove services from one, and to add services to the other. */
const moving = (service: Thing, group: Thing): Target => ({
  ...targetOf(service),
  label: `${service.label} into ${group.label}`,
  body: { group_id: group.id },
  flag: 'move',
  needs: { resource: 'group', subject: { kind: 'thing', thing: group }, flag: 'create_services' },
})
