/** Returns the CPU time since `process.cpuUsage()` in milliseconds, which excludes other load of the machine. */
export function cpuMsSince(started: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(started)
  return (user + system) / 1000
}
