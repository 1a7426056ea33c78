/** What commands about the record take from the environment beside the database, as the processes do. */
export const surroundings = (environment: NodeJS.ProcessEnv) => ({
  objects: environment['OBJECTS_URL'] ?? 'file:///var/lib/wachta/objects',
  keys: environment['SECRET_KEYS'] ?? '',
})
