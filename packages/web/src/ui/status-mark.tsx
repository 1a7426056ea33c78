export const statusNames = [
  'ok',
  'slow',
  'failure',
  'acknowledged',
  'resolved',
  'paused',
  'unknown',
  'warning',
] as const
export type Status = (typeof statusNames)[number]

export const statusTextClasses: Readonly<Record<Status, string>> = {
  ok: 'text-ok',
  slow: 'text-slow',
  failure: 'text-failure',
  acknowledged: 'text-acknowledged',
  resolved: 'text-resolved',
  paused: 'text-paused',
  unknown: 'text-unknown',
  warning: 'text-unknown',
}

interface StatusMarkProps {
  readonly status: Status
  /** The name of the status; left out only if it is shown next to the mark anyway. */
  readonly text?: string
  readonly large?: boolean
}

/** A status as shape, word and colour, each of which is sufficient. */
export function StatusMark({ status, text, large = false }: StatusMarkProps) {
  return (
    <span className={`inline-flex items-center gap-1.5 font-medium whitespace-nowrap ${statusTextClasses[status]}`}>
      <svg viewBox="0 0 12 12" aria-hidden="true" fill="currentColor" className={large ? 'size-[0.8em]' : 'size-3'}>
        {shapes[status]}
      </svg>
      {text}
    </span>
  )
}

const shapes = {
  ok: <circle cx="6" cy="6" r="4.5" />,
  slow: <path d="M2 1h8L7.200 6 10 11H2l2.800-5z" />,
  failure: <path d="M6 .8 11.700 11H.3z" />,
  // A person: the incident is acknowledged.
  acknowledged: (
    <path d="M6 .8a2.700 2.700 0 1 1 0 5.400A2.700 2.700 0 0 1 6 .8zM.8 11.300c.2-2.800 2.200-4.200 5.200-4.200s5 1.400 5.200 4.200z" />
  ),
  resolved: (
    <path
      fillRule="evenodd"
      d="M6 .8a5.200 5.200 0 1 1 0 10.400A5.200 5.200 0 0 1 6 .8zM5.200 8.700 9.400 4.500l-.9-.9-3.300 3.300-1.700-1.700-.9.9z"
    />
  ),
  paused: <path d="M2 1.500h3v9H2zM7 1.500h3v9H7z" />,
  unknown: (
    <path d="M3 4.100C3 2.200 4.300 1 6.100 1S9.200 2.100 9.200 3.800c0 1.300-.7 2-1.500 2.600-.7.500-1 .8-1 1.600H5.100c0-1.500.6-2.200 1.400-2.800.6-.4.9-.7.9-1.300 0-.8-.5-1.300-1.300-1.300-.9 0-1.400.6-1.400 1.500zM5 9.200h1.900V11H5z" />
  ),
  warning: (
    <path
      fillRule="evenodd"
      d="M6 .5 11.900 11.500H.1zM6 2.800 2.200 10.200h7.600zM5.300 5h1.400v2.600H5.300zM5.300 8.200h1.400v1.300H5.300z"
    />
  ),
} as const
