/** Names for unions whose property has no descriptive name. Every other repeated union gets a derived name. */
const chosenNames: Readonly<Record<string, string>> = {
  'equals not_equals one_of': 'ValueComparison',
  'equals not_equals one_of is_null': 'NullableValueComparison',
  'equals not_equals contains starts_with one_of': 'TextComparison',
  'equals not_equals contains starts_with one_of is_null': 'NullableTextComparison',
  'equals not_equals greater_than lower_than not_greater_than not_lower_than one_of': 'OrderComparison',
  'equals not_equals greater_than lower_than not_greater_than not_lower_than one_of is_null': 'NullableOrderComparison',
  'equals is_null': 'NullableFlagComparison',
  'five_minutes hour day': 'ChartAggregation',
  'pending in_progress completed': 'DiagnosticStatus',
  'waiting sent suspended finished': 'EscalationState',
  'inactive active disabled': 'EventState',
  'ok failure paused unknown': 'ServiceState',
  'daily weekly monthly': 'ReportFrequency',
  'all pending sent failed suppressed': 'NotificationStatusFilter',
  'started finished failed': 'HeartbeatState',
  'time -time': 'TimeSort',
  'start_time -start_time': 'StartTimeSort',
}

const unionPattern = /'[^'\n]+'(?: \| '[^'\n]+')+/g

interface Place {
  readonly owner: string
  readonly member: string
}

/** Gives every union of string literals that occurs more than once an exported name, and replaces the union by it. */
export function nameRepeatedUnions(text: string): { readonly aliases: string; readonly text: string } {
  const taken = new Set([...text.matchAll(/^export (?:interface|type) (\w+)/gm)].map(([, name]) => name))
  const names = new Map<string, string>()
  for (const [members, places] of findUnions(text)) {
    if (places.length < 2) continue
    const name = findFreeName(chosenNames[toWords(members)] ?? deriveName(places), taken)
    taken.add(name)
    names.set(members, name)
  }
  const byName = [...names].toSorted(([, one], [, other]) => (one < other ? -1 : 1))
  return {
    aliases: byName.map(([members, name]) => `export type ${name} = ${members}`).join('\n\n'),
    text: text.replaceAll(unionPattern, (members) => names.get(members) ?? members),
  }
}

function findUnions(text: string): ReadonlyMap<string, readonly Place[]> {
  const found = new Map<string, Place[]>()
  for (const { 0: members, index } of text.matchAll(unionPattern)) {
    const before = text.slice(text.lastIndexOf('\nexport ', index), index)
    const owner = /^\nexport (?:interface|type) (\w+)/.exec(before)?.[1] ?? ''
    const member = /(\w+)'?\??: [^\n]*$/.exec(before)?.[1] ?? ''
    found.set(members, [...(found.get(members) ?? []), { owner, member }])
  }
  return found
}

/**
 * The owner with the shortest name is the record itself; the types for creating, changing and searching it have longer
 * names.
 */
function deriveName(places: readonly Place[]): string {
  const [first] = places.toSorted((one, other) => one.owner.length - other.owner.length)
  return `${first?.owner}${toPascalCase(first?.member ?? '')}`
}

function findFreeName(name: string, taken: ReadonlySet<string | undefined>): string {
  return taken.has(name) ? findFreeName(`${name}Value`, taken) : name
}

const toWords = (members: string): string => members.replaceAll("'", '').replaceAll(' | ', ' ')

const toPascalCase = (name: string): string =>
  name.replaceAll(/(?:^|_)(\w)/g, (_whole, letter: string) => letter.toUpperCase())
