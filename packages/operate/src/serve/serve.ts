import { setTimeout as wait } from 'node:timers/promises'
import { type Process, run, waitUntilAborted } from '@wachta/runtime'
import type { Static } from 'typebox'
import { startChild } from './child.ts'
import { Config } from './config.ts'
import { assertPipelineWorks } from './pipeline-check.ts'
import { type RoleEnvironment, separateEnvironment } from './role-environment.ts'
import { RoleKeeper } from './role-keeper.ts'
import { registerRoleMetrics } from './role-metrics.ts'
import { processRoles, type Role } from './roles.ts'
import { stopRoles } from './stop-roles.ts'
import type { SupervisedProcess } from './supervised.ts'
import { WorkerHost } from './worker-host.ts'

/** The share of the stop timeout for all processes; the rest is for reporting which ones were killed. */
const stopShare = 0.9
/**
 * The share of the stop timeout that a process gets: shorter, so that it can report where it hangs before it is killed.
 */
const roleStopShare = 0.8

/** What a single-node installation runs besides the roles. */
export interface SingleNodeHooks {
  /** The servers that the installation runs itself; they start first and stop last. */
  readonly engines: readonly SupervisedProcess[]
  /** Called once the engines are ready, before any other process starts. */
  prepare(serveProcess: ServeProcess): Promise<void>
  /** Returns the processes that need the API; called once all roles are running. */
  additionalProcesses(): Promise<readonly AdditionalProcess[]>
  /** Called when everything has been started. */
  onStarted(): void
}

/** An additional process with its own variables. */
export interface AdditionalProcess {
  readonly name: string
  readonly args?: readonly string[]
  /** The path of a program other than `wachta` itself. */
  readonly program?: string
  readonly variables: Readonly<Record<string, string>>
}

interface ServeOptions {
  readonly withSensor: boolean
  readonly singleNode?: SingleNodeHooks
}

/**
 * Runs all roles of an installation, as processes or as threads of one, restarts those that end, and stops them in
 * order.
 */
export const serve = (options: ServeOptions): Promise<never> =>
  run('serve', Config, (serveProcess) => superviseRoles(serveProcess, options))

export type ServeProcess = Process<Static<typeof Config>>

async function superviseRoles(serveProcess: ServeProcess, { withSensor, singleNode }: ServeOptions): Promise<void> {
  const { config, log, metrics, stopping } = serveProcess
  // If the reader of our output disappears, the processes keep running.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  const keepers: { readonly keeper: RoleKeeper; readonly stage: number }[] = []
  const states = () => keepers.map(({ keeper }) => keeper.state)
  const keepRunning = ({ name, stage, start }: SupervisedProcess) => {
    const keeper = new RoleKeeper({ role: name, log, start })
    keepers.push({ keeper, stage })
    serveProcess.check(name, async () => {
      if (keeper.state.state !== 'running') throw new Error(`${name} is ${keeper.state.state}`)
    })
    return keeper
  }
  serveProcess.check('flow', (signal) => assertPipelineWorks(states(), signal))
  serveProcess.page('/roles', () => ({ roles: states() }))
  registerRoleMetrics(metrics, states)
  try {
    await Promise.all((singleNode?.engines ?? []).map((engine) => waitUntilRunning(keepRunning(engine), stopping)))
    await singleNode?.prepare(serveProcess)
    const supervision = { own: serveProcess, environmentFor: await separateEnvironment(process.env) }
    const host = openHost(supervision)
    const roles = processRoles.filter(
      ({ name, isOutsideCells }) => !isOutsideCells && (name !== 'sensor' || withSensor),
    )
    const started = roles.map((role) =>
      keepRunning(superviseRole(role, supervision, role.isShareable ? host : undefined)),
    )
    serveProcess.ready()
    log.info({ roles: states().map(({ role }) => role) }, 'supervising')
    if (singleNode) {
      await Promise.all(started.map((keeper) => waitUntilRunning(keeper, stopping)))
      for (const additional of await singleNode.additionalProcesses())
        keepRunning(superviseAdditional(additional, supervision))
      singleNode.onStarted()
    }
    await waitUntilAborted(stopping)
  } finally {
    const failedRoles = await stopRoles({ keepers, timeoutMs: config.STOP_TIMEOUT_MS * stopShare, log })
    if (failedRoles.length > 0) {
      log.error({ roles: failedRoles }, 'some roles did not stop cleanly')
      process.exitCode = 1
    }
  }
}

/** Waits until a process runs. Rejects if the supervisor is stopped meanwhile. */
async function waitUntilRunning(keeper: RoleKeeper, stopping: AbortSignal): Promise<void> {
  while (keeper.state.state !== 'running') await wait(50, undefined, { signal: stopping })
}

/** Creates the host of all roles that can share a process, unless each role is to run in its own process. */
function openHost({ own, environmentFor }: Supervision): WorkerHost | undefined {
  if (own.config.ROLE_ISOLATION === 'process') return undefined
  const roles = processRoles.filter(({ isShareable }) => isShareable).map(({ name }) => name)
  return new WorkerHost({ roles, environment: environmentFor() })
}

interface Supervision {
  readonly own: ServeProcess
  readonly environmentFor: RoleEnvironment
}

function superviseRole(
  { name, portOffset, stage }: Role,
  supervision: Supervision,
  host?: WorkerHost,
): SupervisedProcess {
  const { own, environmentFor } = supervision
  const environment = { ...environmentFor(name), ...buildRoleVariables(own, portOffset) }
  const heapMegabytes = own.config.ROLE_HEAP_MB
  const start: SupervisedProcess['start'] = (onReady) =>
    host
      ? host.start({ role: name, environment, heapMegabytes, onReady })
      : startChild({ args: [name], environment, heapMegabytes, onReady })
  return { name, stage, start }
}

/** Additional processes bring work, so they stop in the first stage. */
const superviseAdditional = (
  { name, args = [], program, variables }: AdditionalProcess,
  { own, environmentFor }: Supervision,
): SupervisedProcess => ({
  name,
  stage: 0,
  start: (onReady) => {
    const environment = { ...environmentFor(args[0]), ...buildRoleVariables(own), ...variables }
    return startChild({ args, environment, onReady, ...(program !== undefined && { program }) })
  },
})

/** A process without a port offset uses any free port for its metrics. */
const buildRoleVariables = ({ config }: ServeProcess, portOffset?: number): NodeJS.ProcessEnv => ({
  METRICS_PORT: String(config.METRICS_PORT === 0 || portOffset === undefined ? 0 : config.METRICS_PORT + portOffset),
  STOP_TIMEOUT_MS: String(Math.round(config.STOP_TIMEOUT_MS * roleStopShare)),
})
