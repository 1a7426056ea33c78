import { setTimeout as wait } from 'node:timers/promises'
import type { Fault } from './fault.ts'
import type { Disks, Installation } from './installation.ts'
import { analysesFlow, resultsFlow } from './recoveries.ts'

const requireDisks = ({ disks }: Installation): Disks => {
  if (disks === undefined) throw new Error('there are no separate disks')
  return disks
}

/** A power failure: what a server had not synced to its disk is lost, even if it was acknowledged. */
export const powerFaults: readonly Fault[] = [
  {
    id: 'F5',
    name: 'cut the power of the disk of postgres',
    needsDisks: true,
    recovery: analysesFlow,
    inject: async (rig, random) => {
      const { postgres } = requireDisks(rig)
      await postgres.cutPower()
      await rig.postgres.crash(random.between(0, 2_000), () => postgres.restorePower())
    },
  },
  {
    id: 'F5',
    name: 'cut the power of the disk of nats',
    needsDisks: true,
    affectsBroker: true,
    recovery: { ...resultsFlow, limitMs: 10_000 },
    inject: async (rig, random) => {
      const { nats } = requireDisks(rig)
      await nats.cutPower()
      await rig.nats.crash(random.between(0, 2_000), () => nats.restorePower())
    },
  },
]

const createFullDiskFault = (
  name: keyof Disks,
  options: Partial<Fault>,
  after?: (rig: Installation) => Promise<void>,
): Fault => ({
  id: 'F12',
  name: `fill the disk of ${name}`,
  needsDisks: true,
  ...options,
  inject: async (rig, random) => {
    const disk = requireDisks(rig)[name]
    await disk.fill()
    await wait(random.between(15_000, 25_000))
    await disk.free()
    await after?.(rig)
  },
})

export const diskFaults: readonly Fault[] = [
  // PostgreSQL exits if it cannot write its write-ahead log; its supervisor starts it again.
  createFullDiskFault('postgres', { recovery: analysesFlow }, ({ postgres }) => postgres.revive()),
  // JetStream disables itself and logs it if it cannot write; it needs a restart.
  createFullDiskFault('nats', { affectsBroker: true }, ({ nats }) => nats.crash(0)),
  createFullDiskFault('spool', {}),
  createFullDiskFault('objects', {}),
]
