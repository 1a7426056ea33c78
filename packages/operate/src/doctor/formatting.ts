const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'] as const

/** Formats a number of bytes. */
export function formatBytes(count: number): string {
  const power = Math.max(0, Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, count)) / 10)))
  const value = count / 1024 ** power
  return `${value < 10 && power > 0 ? value.toFixed(1) : Math.round(value)} ${units[power]}`
}

/** Formats a duration with its two largest units. */
export function formatLongDuration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000)
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
  if (seconds < 86_400) return `${Math.floor(seconds / 3_600)} h ${Math.floor((seconds % 3_600) / 60)} min`
  return `${Math.floor(seconds / 86_400)} d ${Math.floor((seconds % 86_400) / 3_600)} h`
}
