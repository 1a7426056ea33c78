import type { Relation } from './table.ts'

/** An account of the proof, and its owner. */
export interface Person {
  readonly id: number
  readonly username: string
  readonly parent?: number
  readonly reseller?: number
  readonly edit?: true
  readonly block?: true
  readonly administrator?: true
  readonly readOnly?: true
}

// The fixture of the fuzz proof gives the victim rows of every kind, and creates users, strangers and an administrator.
const victim = 1_000_001
const reseller = 2_000_001

export const people = {
  victim: { id: victim, username: 'fuzz.owner', reseller, edit: true, block: true },
  administrator: { id: 1_000_002, username: 'fuzz.administrator', administrator: true },
  reader: { id: 1_000_003, username: 'fuzz.reader', parent: victim, readOnly: true },
  user: { id: 1_000_004, username: 'fuzz.user4', parent: victim },
  stranger: { id: 1_000_010, username: 'fuzz.stranger10' },
  reseller: { id: reseller, username: 'takeover.reseller' },
  resellersUser: { id: 2_000_002, username: 'takeover.reseller.user', parent: reseller },
  editable: { id: 2_000_003, username: 'takeover.editable', reseller, edit: true },
  blockable: { id: 2_000_004, username: 'takeover.blockable', reseller, block: true },
  bare: { id: 2_000_005, username: 'takeover.bare', reseller },
  left: { id: 2_000_008, username: 'takeover.left', reseller, edit: true },
  formerColleague: { id: 2_000_006, username: 'takeover.former', parent: victim },
  blockedColleague: { id: 2_000_007, username: 'takeover.blocked', parent: victim },
} as const satisfies Record<string, Person>

/** Accounts that a group of the victim is shared with, one for each right, and two without any. */
const firstSharee = 2_000_100
export const getShareeId = (index: number): number => firstSharee + index
const isSharee = (id: number) => id >= firstSharee && id < firstSharee + 100

const { reseller: _, ...independent } = people.left
// One customer leaves its reseller before the proof begins.
const byId = new Map<number, Person>([...Object.values(people), independent].map((person) => [person.id, person]))

/** Returns whose account it is, seen from the thief's. Account 0 is the installation. */
export function getRelation(thief: number | null, account: number): Relation {
  if (account === 0) return 'installation'
  if (thief === null) return 'other'
  if (thief === account) return 'own'
  const person = byId.get(account)
  if (person?.parent === thief || (thief === victim && isVictimsUser(account))) return 'user'
  if (byId.get(thief)?.parent === account) return 'parent'
  if (isSharee(thief) && account === victim) return 'sharer'
  if (person?.reseller === thief) return getCustomerRelation(person)
  if (thief === reseller && (person?.parent === victim || isVictimsUser(account))) return 'user of a customer'
  return 'other'
}

/** Users of the victim from the fixture that have no role in this proof. */
const isVictimsUser = (id: number): boolean => id >= 1_000_003 && id <= 1_000_007

function getCustomerRelation({ edit, block }: Person): Relation {
  if (edit && block) return 'customer'
  if (edit) return 'editable customer'
  return block ? 'blockable customer' : 'bare customer'
}
