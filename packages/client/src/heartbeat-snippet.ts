export const heartbeatSnippetKinds = ['curl', 'cron', 'systemd'] as const
export type HeartbeatSnippetKind = (typeof heartbeatSnippetKinds)[number]

/** Returns lines to copy into a job. A failed heartbeat must never fail the job, so time and retries are limited. */
export function heartbeatSnippet(kind: HeartbeatSnippetKind, url: string, interval: number): string {
  const curl = `curl -fsS -m 10 --retry 3 -o /dev/null`
  switch (kind) {
    case 'curl':
      return [
        `${curl} '${url}?state=started'`,
        `if /path/to/job; then ${curl} '${url}'`,
        `else ${curl} "${url}?state=failed&message=exit+$?"; fi`,
      ].join('\n')
    case 'cron':
      // A single call at the end: with `job && call || call`, a failed first call would count as a failed job.
      return `${toCronSchedule(interval)} /path/to/job && s=finished || s=failed; ${curl} "${url}?state=$s"`
    case 'systemd':
      // systemd expands $NAME before the shell does; $$ passes it on to the shell.
      return [
        '[Service]',
        'Type=oneshot',
        `ExecStartPre=-/usr/bin/${curl} "${url}?state=started"`,
        'ExecStart=/path/to/job',
        `ExecStopPost=-/bin/sh -c '[ "$$SERVICE_RESULT" = success ] && s=finished || s=failed; ${curl} "${url}?state=$$s"'`,
      ].join('\n')
  }
}

/**
 * Returns the cron schedule of an interval in seconds; an interval that cron cannot express becomes the next shorter
 * one.
 */
function toCronSchedule(interval: number): string {
  const minutes = Math.max(1, Math.floor(interval / 60))
  if (minutes < 60) return minutes === 1 ? '* * * * *' : `*/${findDivisor(minutes, 60)} * * * *`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return hours === 1 ? '0 * * * *' : `0 */${findDivisor(hours, 24)} * * *`
  return hours < 24 * 7 ? '0 3 * * *' : '0 3 * * 0'
}

/** Returns the largest divisor of `whole` up to `step`: with other steps the interval would be irregular. */
function findDivisor(step: number, whole: number): number {
  let found = step
  while (whole % found !== 0) found -= 1
  return found
}
