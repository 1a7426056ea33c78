import type { Attack } from './attack.ts'

/**
 * What code in a compromised browser could do: programs that run in the jail in its place. Each is an action of
 * `native/hostile-browser`, which describes it.
 */
const actions = [
  ...['connect', 'socks', 'read-files', 'write-guard', 'namespaces', 'kill-all'],
  ...['daemon', 'stay', 'exit', 'stopped'],
  ...['memory', 'shared-memory', 'forks', 'files', 'protocol-flood', 'protocol-garbage', 'output-flood', 'guard-flood'],
]

export const programAttacks: Attack[] = actions.map((program) => ({
  name: `program-${program}`,
  html: 'page',
  program,
}))
