import { toMetricsUrl } from '../../serve/metrics-address.ts'
import type { RoleState } from '../../serve/role-keeper.ts'
import { formatBytes } from '../formatting.ts'
import { type Finding, type HealthCheck, localized, ok, warning } from '../health-check.ts'

const timeoutMs = 3_000
/** A heap above this share of its limit is nearly full: V8 collects garbage long before. */
const fullShare = 0.9

/** The memory of one role in bytes; roles with the same process id share their resident memory. */
interface RoleMemory {
  readonly role: string
  readonly pid: number | null
  readonly resident: number
  readonly heap: number
  readonly heapLimit: number
}

export const memoryCheck: HealthCheck = {
  name: 'memory',
  title: localized('Memory', 'Pamięć'),
  async run(context) {
    const host = context.variable('METRICS_HOST')
    const states = await loadRoles(`${toMetricsUrl(host, context.variable('METRICS_PORT'))}/roles`)
    const memories = await Promise.all(
      states.map((state) =>
        state.metrics_port ? readMemory(state, `${toMetricsUrl(host, state.metrics_port)}/metrics`) : undefined,
      ),
    )
    return judgeMemory(memories.filter((each) => each !== undefined))
  },
}

/** Warns about heaps that are nearly full; otherwise reports the memory of each process. */
export function judgeMemory(roles: readonly RoleMemory[]): Finding | Finding[] {
  const full = roles.filter(({ heap, heapLimit }) => heap > fullShare * heapLimit)
  if (full.length > 0)
    return full.map(({ role, heap, heapLimit }) =>
      warning(
        localized(
          `The heap of ${role} is nearly full: ${formatBytes(heap)} of ${formatBytes(heapLimit)}.`,
          `Sterta roli ${role} jest prawie pełna: ${formatBytes(heap)} z ${formatBytes(heapLimit)}.`,
        ),
        localized(
          'Raise ROLE_HEAP_MB, or run the role on another machine.',
          'Zwiększ ROLE_HEAP_MB albo uruchom tę rolę na innej maszynie.',
        ),
      ),
    )
  if (roles.length === 0)
    return ok(
      '`wachta serve` does not answer, so the memory of its roles is unknown.',
      '`wachta serve` nie odpowiada, więc pamięć jego ról jest nieznana.',
    )
  const processes = [...Map.groupBy(roles, ({ role, pid }) => pid ?? role).values()]
  const describeAll = (heapLabel: string) =>
    `${processes.map((rolesOfProcess) => describeProcess(rolesOfProcess, heapLabel)).join('; ')}.`
  return ok(describeAll('heap'), describeAll('sterta'))
}

/** Returns a text such as `160 MiB: planner (heap 20 MiB), analyst (heap 24 MiB)`. */
const describeProcess = (rolesOfProcess: readonly RoleMemory[], heapLabel: string): string =>
  `${formatBytes(rolesOfProcess[0]?.resident ?? 0)}: ${rolesOfProcess.map(({ role, heap }) => `${role} (${heapLabel} ${formatBytes(heap)})`).join(', ')}`

async function loadRoles(url: string): Promise<readonly RoleState[]> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) })
    return ((await answer.json()) as { readonly roles: readonly RoleState[] }).roles
  } catch {
    // The roles check reports this problem.
    return []
  }
}

async function readMemory({ role, pid }: RoleState, url: string): Promise<RoleMemory | undefined> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) }).catch(() => undefined)
  if (!answer?.ok) return undefined
  const metrics = await answer.text()
  const read = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1] ?? 0)
  return {
    ...{ role, pid, resident: read('process_resident_memory_bytes'), heap: read('nodejs_heap_size_used_bytes') },
    heapLimit: read('wachta_process_heap_limit_bytes'),
  }
}
