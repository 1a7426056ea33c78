import { findAddresses } from './addresses.ts'
import { repositoryRoot } from './tree.ts'

/** Finds the servers, and runs a command that needs them. */
export const runWithServers = (main: (args: string[]) => Promise<number>): Promise<void> =>
  runScript(async () => {
    Object.assign(process.env, await findAddresses(repositoryRoot, process.env))
    return main(process.argv.slice(2))
  })

/** Exits with the code that `main` returns. An error is printed as a line, and gives exit code 1. */
export async function runScript(main: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await main()
  } catch (error) {
    console.error(getMessage(error))
    process.exitCode = 1
  }
}

/** Returns the message of an error. If cleaning up failed as well, the original error comes first. */
function getMessage(error: unknown): string {
  if (!(error instanceof SuppressedError)) return (error as Error).message
  return `${getMessage(error.suppressed)}\nand afterwards: ${getMessage(error.error)}`
}
