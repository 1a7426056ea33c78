/** Returns the processor time since `process.cpuUsage()` in milliseconds: others who use the machine do not count. */
export function cpuMsSince(started: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(started)
  return (user + system) / 1000
}
