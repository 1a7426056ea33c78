/** What all one-off suspensions have in common. */
export const oneOff = {
  columns: (word: string) => ({
    description: word,
    start_time: '2026-01-01T00:00:00Z',
    end_time: '2026-01-02T00:00:00Z',
  }),
  body: { description: 'New', start_time: '2026-02-01T00:00:00Z', end_time: '2026-02-02T00:00:00Z' },
  change: { description: 'Changed' },
  hide: `description = 'changed', start_time = '2001-01-01', end_time = '2031-01-01'`,
}

/** What all weekly suspensions have in common. */
export const weekly = {
  columns: (word: string) => ({ description: word, start_minute: 60, end_minute: 120 }),
  body: {
    description: 'New',
    start_minute: { day_of_week: 1, hour: 2, minute: 0 },
    end_minute: { day_of_week: 1, hour: 4, minute: 0 },
  },
  change: { description: 'Changed' },
  hide: `description = 'changed', start_minute = 7, end_minute = 10000`,
}
