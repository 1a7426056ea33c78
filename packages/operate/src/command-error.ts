/** Something the operator can put right; only its message is shown. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

export function databaseUrl(): string {
  const url = process.env['DATABASE_URL']
  if (!url)
    throw new CommandError(
      'DATABASE_URL is not set. It names the database, e.g. postgres://user@127.0.0.1:5432/wachta.',
    )
  return url
}
