export const live = {
  'live.live': 'Live',
  'live.connecting': 'Connecting…',
  'live.late': 'Delayed since {time}',
  'live.hint.live': 'Changes appear as they occur.',
  'live.hint.connecting': 'Changes will appear as they occur.',
  'live.lateHint': 'Until the stream is back, everything is asked for again every little while.',
} as const
