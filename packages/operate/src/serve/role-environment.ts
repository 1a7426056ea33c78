import { listVariables, ProcessConfig } from '@wachta/runtime'
import { Config } from './config.ts'
import { processRoles } from './roles.ts'

/** Returns the environment of a role: the variables that it reads, and those of no role, such as `PATH`. */
export type RoleEnvironment = (role?: string) => NodeJS.ProcessEnv

/**
 * Separates the variables of an installation by the schemas of its roles, so that each role gets only its own keys.
 * Called without a role, it returns only the variables of every process and those of no role.
 */
export async function separateEnvironment(environment: NodeJS.ProcessEnv): Promise<RoleEnvironment> {
  const schemas = await Promise.all(
    processRoles.map(async ({ name, config }) => [name, listNames((await config()).Config)] as const),
  )
  const ownNames = new Map<string | undefined, ReadonlySet<string>>(schemas)
  const allNames = new Set([...schemas.flatMap(([, names]) => [...names]), ...listNames(Config)])
  return (role) => {
    const roleNames = ownNames.get(role)
    const isVisible = (name: string) => !allNames.has(name) || commonNames.has(name) || roleNames?.has(name)
    const login = role && findLogin(role, environment)
    return {
      ...Object.fromEntries(Object.entries(environment).filter(([name]) => isVisible(name))),
      ...(login && { DATABASE_URL: login }),
    }
  }
}

const findLogin = (role: string, environment: NodeJS.ProcessEnv): string | undefined =>
  new Map([
    ['api', environment['API_DATABASE_URL']],
    ['planner', environment['PLANNER_DATABASE_URL']],
    ['analyst', environment['ANALYST_DATABASE_URL']],
    ['notifier', environment['NOTIFIER_DATABASE_URL']],
    ['reporter', environment['REPORTER_DATABASE_URL']],
  ]).get(role)

const listNames = (schema: Parameters<typeof listVariables>[0]): ReadonlySet<string> =>
  new Set(listVariables(schema).map(({ name }) => name))

/** Variables that every process reads. */
const commonNames = listNames(ProcessConfig)
