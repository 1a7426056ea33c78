import { kinds } from './kinds.ts'
import { isWithinLimit, keepsFlag } from './role-scopes.ts'
import type { Role } from './roles.ts'
import type { Thing } from './things.ts'
import type { Holder, Offer } from './trees.ts'

/**
 * Who has which flag, written by hand from the documented decisions; nothing is read from the product. `read` means
 * everyone who may see the row, `write` the same without read-only callers, `-` no one. A slash adds a condition on the
 * account: `main` (not an additional user), `user` (an additional user), `root` (neither an additional user nor a
 * sub-account), `edit` and `block` (a sub-account that grants it), `other` (not the caller's own), `usable` (not
 * blocked). In the columns, `managed` is another user of the manager's account; a manager `manages`, and billing `pays`
 * for, the account that it acts for. A sub-account is `resold` by its reseller, but not by the reseller's users.
 *
 * Resources of accounts have their tables in kinds-….ts, with these columns: `owner` acts for the account that the row
 * belongs to, `self` is that account, `shared` acts for an account that the row is shared with, `public` is anyone if
 * the row belongs to no account. A slash adds the flag of the share, or a condition on the row: `ordinary` (not a
 * default group), `archived`, or `kept` (not archived). All conditions must hold.
 *
 * Accounts can change their own password, second factor and sessions even if they are read-only.
 */
const tables: Readonly<Record<string, string>> = {
  account: `
    flag                             self        acted-for  its-user  fellow  sub-account  administrator            managed  manages  pays   resold
    read                             read        read       read      read    read         read                     -        -        -      -
    read_stats                       read        read       read      read    read         read                     -        -        -      -
    own                              read        -          -         -       -            -                        -        -        -      -
    read_logs                        read        -          read      -       -            read                     -        -        -      -
    update                           write       -          write     -       -            write                    write    -        -      write/edit
    delete                           -           -          write     -       -            write/user               write    -        -      write/edit
    close                            write/main  -          -         -       -            write/main               -        -        -      -
    export                           read/main   -          -         -       -            read                     -        -        -      -
    setup_2fa                        read        -          -         -       -            -                        -        -        -      -
    change_password                  read        -          write     -       -            write                    -        -        -      -
    block                            -           -          write     -       -            write/other              write    -        -      write/block
    unblock                          -           -          write     -       -            write                    write    -        -      write/block
    assign_role                      -           -          write     -       -            write/user               write    -        -      -
    create_users                     write/main  -          -         -       -            write/main               -        write    -      -
    create_subaccounts               write/root  -          -         -       -            write/root               -        -        -      -
    create_customer_portal_sessions  write/main  -          -         -       -            write/main               -        -        write  -
    apply                            write/main  write      -         -       -            write/main               -        -        -      -
    manage_branding                  write/main  write      -         -       -            write/main               -        -        -      write/edit
    manage_security                  write/main  -          -         -       -            write/main               -        -        -      -
    manage_signing_keys              write/main  write      -         -       -            write/main               -        -        -      -
    run_diagnostics                  write/main  write      -         -       -            write/main               -        -        -      -
    observe                          -           -          -         -       -            write/main/other/usable  -        -        -      write/edit/usable
    create_contact_groups            write/main  write      -         -       -            write/main               -        -        -      -
    create_contacts                  write/main  write      -         -       -            write/main               -        -        -      -
    create_events                    write/main  write      -         -       -            write/main               -        -        -      -
    create_groups                    write/main  write      -         -       -            write/main               -        -        -      -
    create_report_templates          write/main  write      -         -       -            write/main               -        -        -      -
    create_status_pages              write/main  write      -         -       -            write/main               -        -        -      -
    create_templates                 write/main  write      -         -       -            write/main               -        -        -      -
    share_groups                     write/main  write      -         -       -            write/main               -        -        -      -
    copy_group_shares                -           -          -         -       -            write/main               -        -        -      write`,
  // Fields that need more than the right to change the account: no user can raise their own limits.
  account_field: `
    flag          self  acted-for  its-user  fellow  sub-account  administrator  managed  resold
    read          read  read       read      read    read         read           -        -
    package_id    -     -          -         -       -            write          -        write/edit
    is_read_only  -     -          write     -       -            write          write    write/edit`,
  user_data: `
    flag    self   acted-for  its-user  fellow  sub-account  administrator
    read    read   -          read      -       -            read
    own     read   -          -         -       -            -
    update  write  -          write     -       -            write
    delete  -      -          -         -       -            -`,
  admin_account: `
    flag     self  administrator
    read     -     read
    own      read  -
    update   -     write
    block    -     write/other
    unblock  -     write
    delete   -     write/other`,
  session: `
    flag    self  administrator
    read    read  read
    own     read  -
    delete  read  write
    update  -     -`,
  audit: `
    flag    self  its-user  administrator
    read    read  read      read
    own     read  -         -
    update  -     -         -
    delete  -     -         -`,
  authentication: `
    flag    self  its-user  administrator
    read    read  read      read
    own     read  -         -
    update  -     -         -
    delete  -     -         -`,
  package: `
    flag    own   offered  administrator
    read    read  read     read
    own     read  -        -
    update  -     -        -
    delete  -     -        -`,
  admin_package: `
    flag             own   offered  administrator
    read             -     -        read
    own              read  -        -
    update           -     -        write
    delete           -     -        write
    create_accounts  -     -        write`,
  service_type: `
    flag    everyone
    read    read
    own     -
    update  -
    delete  -`,
  error_type: `
    flag    everyone
    read    read
    own     -
    update  -
    delete  -`,
  default_template: `
    flag    everyone
    read    read
    own     -
    update  -
    delete  -`,
  dictionary: `
    flag  everyone
    read  read
    own   -`,
}

/** The row that a flag belongs to. */
export type Subject =
  | { readonly kind: 'holder'; readonly holder: Holder }
  | { readonly kind: 'package'; readonly offer: Offer }
  | { readonly kind: 'thing'; readonly thing: Thing }
  | { readonly kind: 'word' }

export type Flags = Readonly<Record<string, boolean>>

/** Returns all flags of a row of the resource, as the role must see them. */
export function flagsOf(role: Role, resource: string, subject: Subject): Flags {
  const table = parsedTables.get(resource) ?? parsedTables.get('dictionary')
  if (isBeyondLimit(role, subject)) return Object.fromEntries([...(table ?? [])].map(([flag]) => [flag, false]))
  const columns = new Set(['everyone', role.scope, ...getRelations(role, subject)])
  const toFlag = ([flag, cells]: [string, ReadonlyMap<string, string>]) =>
    [
      flag,
      keepsFlag(role, resource, flag) &&
        [...cells].some(([column, cell]) => columns.has(column) && isHeld(cell, role, subject)),
    ] as const
  return Object.fromEntries([...(table ?? [])].map(toFlag))
}

/** Whether the subject is outside the group that the key or the user is limited to. */
const isBeyondLimit = (role: Role, subject: Subject): boolean =>
  subject.kind !== 'word' && !isWithinLimit(role, subject.kind === 'thing' ? subject.thing : null)

/** Returns the relations of the role to the subject; the tables have a column for each. */
function getRelations(role: Role, subject: Subject): string[] {
  const caller = role.holder
  if (subject.kind === 'package') {
    const { offer } = subject
    return [...(offer === caller?.package ? ['own'] : []), ...(offer.offered ? ['offered'] : [])]
  }
  if (subject.kind === 'thing')
    return [
      ...getThingRelations(caller && (caller.parent ?? caller), subject.thing),
      ...(caller && subject.thing.owner === caller ? ['self'] : []),
      ...(caller?.parent && subject.thing.owner === caller.parent ? (extraRelations[caller.role ?? ''] ?? []) : []),
    ]
  if (!caller || subject.kind === 'word') return []
  const { holder } = subject
  if (holder === caller) return ['self']
  if (holder === caller.parent) return ['acted-for', ...(extraRelations[caller.role ?? ''] ?? [])]
  if (holder.parent === caller) return ['its-user']
  if (caller.parent && holder.parent === caller.parent)
    return ['fellow', ...(caller.role === 'manager' ? ['managed'] : [])]
  if (holder.reseller === caller) return ['sub-account', 'resold']
  return caller.parent && holder.reseller === caller.parent ? ['sub-account'] : []
}

/** Roles of users who may do more with the account that they act for. */
const extraRelations: Readonly<Record<string, readonly string[]>> = { manager: ['manages'], billing: ['pays'] }

function getThingRelations(actsFor: Holder | null, { owner, shares }: Thing): string[] {
  if (owner === null) return ['public']
  if (!actsFor) return []
  return [...(owner === actsFor ? ['owner'] : []), ...(shares.has(actsFor) ? ['shared'] : [])]
}

function isHeld(cell: string, role: Role, subject: Subject): boolean {
  const [right, ...conditions] = cell.split('/')
  if (right === '-' || (right === 'write' && role.holder?.readOnly)) return false
  return conditions.every((condition) => {
    if (subject.kind === 'thing') return meetsThingCondition(condition, subject.thing, role)
    return subject.kind === 'holder' && meetsHolderCondition(condition, subject.holder, role)
  })
}

function meetsThingCondition(condition: string, { traits, shares }: Thing, { holder }: Role): boolean {
  if (condition === 'ordinary') return !traits.has('default')
  if (condition === 'kept') return !traits.has('archived')
  if (condition === 'archived') return traits.has('archived')
  if (!condition.startsWith('can_')) throw new Error(`unknown condition ${condition}`)
  const actsFor = holder?.parent ?? holder
  return actsFor !== null && (shares.get(actsFor)?.has(condition) ?? false)
}

function meetsHolderCondition(condition: string, holder: Holder, role: Role): boolean {
  switch (condition) {
    case 'main':
      return holder.parent === null
    case 'user':
      return holder.parent !== null
    case 'root':
      return holder.parent === null && holder.reseller === null
    case 'edit':
      return holder.letsEdit
    case 'block':
      return holder.letsBlock
    case 'usable':
      return !holder.blocked
    case 'other':
      return holder !== role.holder
    default:
      throw new Error(`unknown condition ${condition}`)
  }
}

type Table = ReadonlyMap<string, ReadonlyMap<string, string>>

const thingTables = Object.entries(kinds).map(([name, { flags }]) => [name, flags] as const)
const parsedTables = new Map<string, Table>(
  [...Object.entries(tables), ...thingTables].map(([name, text]) => [name, parseTable(text)]),
)

function parseTable(text: string): Table {
  const [head = [], ...rows] = text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
  return new Map(
    rows.map(([flag = '', ...cells]) => [flag, new Map(cells.map((cell, index) => [head[index + 1] ?? '', cell]))]),
  )
}
