import { processRoles } from '@wachta/operate/src/serve/roles.ts'
import type { TObject } from 'typebox'

/** The variables of every process, by its name. Each package of a process exports them as `<package>/config`. */
export const processConfigs: ReadonlyMap<string, TObject> = new Map(
  await Promise.all(
    processRoles.map(
      async ({ name }): Promise<[string, TObject]> => [name, (await import(`@wachta/${name}/config`)).Config],
    ),
  ),
)
