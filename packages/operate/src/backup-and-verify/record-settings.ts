/**
 * Returns the settings besides the database that `verify`, `backup` and `restore` need. The processes have the same
 * defaults.
 */
export const readRecordSettings = (environment: NodeJS.ProcessEnv) => ({
  objects: environment['OBJECTS_URL'] ?? 'file:///var/lib/wachta/objects',
  keys: environment['SECRET_KEYS'] ?? '',
})
