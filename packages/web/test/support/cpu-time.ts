/** Returns the processor time since `process.cpuUsage()` in milliseconds: others who use the machine do not count. */
export function cpuMsSince(begun: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(begun)
  return (user + system) / 1000
}
