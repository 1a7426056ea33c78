import { Counter, Gauge } from '@prometheus-io/client'
import type { Metrics } from '@wachta/runtime'
import type { RoleState } from './role-keeper.ts'

/** Registers two metrics about each role that is supervised: whether it runs, and how often it was restarted. */
export function registerRoleMetrics(metrics: Metrics, states: () => readonly RoleState[]): void {
  const labelNames = ['role'] as const
  new Gauge({
    name: 'wachta_role_up',
    help: 'Whether the role does its work: 1 or 0.',
    labelNames,
    registers: [metrics],
    collect() {
      for (const { role, state } of states()) this.set({ role }, state === 'running' ? 1 : 0)
    },
  })
  new Counter({
    name: 'wachta_role_restarts_total',
    help: 'How many times the role was started again after it had ended.',
    labelNames,
    registers: [metrics],
    collect() {
      this.reset()
      for (const { role, restarts } of states()) this.inc({ role }, restarts)
    },
  })
}
