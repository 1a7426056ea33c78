import { findAddresses } from './addresses.ts'
import { repositoryRoot } from './tree.ts'

/** Runs a command that needs the servers: finds them first. */
export const runWithServers = (main: (args: string[]) => Promise<number>): Promise<void> =>
  runScript(async () => {
    Object.assign(process.env, await findAddresses(repositoryRoot, process.env))
    return main(process.argv.slice(2))
  })

/** Ends with the exit code that it says; what it throws becomes a line and exit code 1. */
export async function runScript(main: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await main()
  } catch (error) {
    console.error(messageOf(error))
    process.exitCode = 1
  }
}

/** Where cleaning up failed as well, what went wrong first is what counts. */
function messageOf(error: unknown): string {
  if (!(error instanceof SuppressedError)) return (error as Error).message
  return `${messageOf(error.suppressed)}\nand afterwards: ${messageOf(error.error)}`
}
