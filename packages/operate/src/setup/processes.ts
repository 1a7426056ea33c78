/** The processes of the centre that have a database login and secrets of their own. */
export const processes = ['api', 'planner', 'analyst', 'notifier', 'reporter'] as const
export type ProcessName = (typeof processes)[number]

/** The login of a process in a database of this name: roles belong to the whole server, which may have several installations. */
export const loginName = (database: string, process: ProcessName): string => `${database}_login_${process}`

/** The role that it works under: the api as the application, each of the others with fewer rights. */
export const databaseRole = (process: ProcessName): string => (process === 'api' ? 'wachta_app' : `wachta_${process}`)
