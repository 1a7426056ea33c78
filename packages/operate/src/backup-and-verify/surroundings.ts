/** Reads the variables that commands about the record need besides the database, with the defaults of the processes. */
export const surroundings = (environment: NodeJS.ProcessEnv) => ({
  objects: environment['OBJECTS_URL'] ?? 'file:///var/lib/wachta/objects',
  keys: environment['SECRET_KEYS'] ?? '',
})
