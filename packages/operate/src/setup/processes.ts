/** The processes of the centre, each with its own database login and secrets. */
export const processes = ['api', 'planner', 'analyst', 'notifier', 'reporter'] as const
export type ProcessName = (typeof processes)[number]

/**
 * Returns the login name of a process. It contains the name of the database, because logins belong to the whole
 * PostgreSQL server, which may host several installations.
 */
export const toLoginName = (database: string, process: ProcessName): string => `${database}_login_${process}`

/** Returns the database role of a process: the api uses the application role, the others have fewer rights. */
export const getDatabaseRole = (process: ProcessName): string =>
  process === 'api' ? 'wachta_app' : `wachta_${process}`
